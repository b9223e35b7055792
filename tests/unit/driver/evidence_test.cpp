#include "driver/evidence.h"

#include <gtest/gtest.h>

#include <nlohmann/json.hpp>

#include "support/process.h"
#include "support/temp_dir.h"

namespace cleave::driver {
namespace {

namespace fs = std::filesystem;
using expr::ExprId;
using expr::ExprPool;
using expr::Op;
using expr::Sort;

std::string contents(const fs::path& path) {
  Expected<std::string> text = readFile(path);
  EXPECT_TRUE(text.hasValue()) << text.error().message;
  return text ? text.take() : "";
}

std::string askZ3(const fs::path& file) {
  ProcessRequest request;
  request.command = {"z3", file.string()};
  Expected<ProcessResult> result = runProcess(request);
  EXPECT_TRUE(result.hasValue());
  return result ? result->output : "";
}

class Evidence : public testing::Test {
 protected:
  TempDir directory_ = TempDir::create("evidence").take();
  ExprPool pool_;
  ExprId i_ = pool_.symbolExpr(pool_.addSymbol({"i", Sort::bits(32)}));
  ExprId leaf_ = pool_.symbolExpr(pool_.addSymbol({"leaf!12!3", Sort::bits(32)}));
  ExprId negative_ = pool_.binary(Op::SLt, i_, pool_.bits(32, 0));

  explore::Statement statement(const std::string& name, std::vector<ExprId> assertions, bool expectSat) {
    return {name, "Some words.\nA second line.", std::move(assertions), expectSat, 3};
  }
};

TEST_F(Evidence, AFileSaysWhatItClaimsAndASolverAgrees) {
  EvidenceWriter writer = EvidenceWriter::open(directory_.path()).take();
  // Twice a leaf, and the leaf shifted by one.
  const ExprId twice = pool_.binary(Op::Mul, leaf_, pool_.bits(32, 2));
  const ExprId shifted = pool_.binary(Op::Shl, pool_.binary(Op::Add, leaf_, i_), pool_.bits(32, 1));
  const ExprId unlike = pool_.notOf(pool_.equal(twice, shifted));
  writer.add("ns::f(int)", pool_, statement("p3-equal", {pool_.equal(i_, pool_.bits(32, 0)), unlike}, false));
  writer.add("ns::f(int)", pool_, statement("p3-members", {negative_}, true));
  ASSERT_FALSE(writer.finish().has_value());

  const nlohmann::json index = nlohmann::json::parse(contents(directory_.path() / "smt2/index.json"));
  EXPECT_EQ(index["schema"], 1);
  ASSERT_EQ(index["claims"].size(), 2u);
  EXPECT_EQ(index["claims"][0]["entry"], "ns::f(int)");
  EXPECT_EQ(index["claims"][0]["claim"], "p3-equal");
  EXPECT_EQ(index["claims"][0]["status"], "unsat");
  EXPECT_EQ(index["claims"][0]["partition"], 3);
  EXPECT_EQ(index["claims"][1]["status"], "sat");

  const fs::path equal = directory_.path() / "smt2" / index["claims"][0]["file"].get<std::string>();
  const std::string text = contents(equal);
  EXPECT_EQ(text.substr(0, 2), "; ");
  EXPECT_NE(text.find("; Some words.\n; A second line.\n"), std::string::npos) << text;
  EXPECT_NE(text.find("(set-info :status unsat)"), std::string::npos);
  EXPECT_NE(text.find("(declare-fun |leaf!12!3| () (_ BitVec 32))"), std::string::npos);
  EXPECT_EQ(askZ3(equal), "unsat\n");
  EXPECT_EQ(askZ3(directory_.path() / "smt2" / index["claims"][1]["file"].get<std::string>()), "sat\n");
}

TEST_F(Evidence, EntriesWithLikeNamesKeepApart) {
  EvidenceWriter writer = EvidenceWriter::open(directory_.path()).take();
  for (const char* entry : {"f(int)", "f(int*)", "F(int)", "../../f", "", "operator/"})
    writer.add(entry, pool_, statement("p0-equal", {negative_}, true));
  ASSERT_FALSE(writer.finish().has_value());
  const nlohmann::json index = nlohmann::json::parse(contents(directory_.path() / "smt2/index.json"));
  std::set<std::string> files;
  for (const auto& each : index["claims"]) {
    const std::string file = each["file"];
    EXPECT_EQ(file.find(".."), std::string::npos) << file;
    EXPECT_TRUE(fs::exists(directory_.path() / "smt2" / file)) << file;
    files.insert(file);
  }
  EXPECT_EQ(files.size(), 6u);
}

TEST_F(Evidence, WhatAnEarlierRunLeftIsGone) {
  {
    EvidenceWriter writer = EvidenceWriter::open(directory_.path()).take();
    writer.add("f", pool_, statement("p0-equal", {negative_}, true));
    ASSERT_FALSE(writer.finish().has_value());
  }
  EvidenceWriter writer = EvidenceWriter::open(directory_.path()).take();
  EXPECT_FALSE(fs::exists(directory_.path() / "smt2/index.json"));
  EXPECT_FALSE(fs::exists(directory_.path() / "smt2/f"));
  ASSERT_FALSE(writer.finish().has_value());
  EvidenceWriter::discard(directory_.path());
  EXPECT_FALSE(fs::exists(directory_.path() / "smt2"));
}

TEST_F(Evidence, AFailureIsToldAtTheEnd) {
  EvidenceWriter writer = EvidenceWriter::open(directory_.path()).take();
  ASSERT_FALSE(writeFile(directory_.path() / "smt2/f", "in the way").has_value());
  writer.add("f", pool_, statement("p0-equal", {negative_}, true));
  EXPECT_TRUE(writer.finish().has_value());
  EXPECT_FALSE(EvidenceWriter::open(directory_.path() / "smt2/index.json").hasValue());
}

TEST(SafeFileName, KeepsWhatIsHarmless) {
  EXPECT_EQ(safeFileName("clamp"), "clamp");
  EXPECT_EQ(safeFileName("ns::f(int)"), "ns_f_int");
  EXPECT_EQ(safeFileName(".."), "_");
  EXPECT_EQ(safeFileName(""), "_");
  EXPECT_EQ(safeFileName("///"), "_");
  EXPECT_EQ(safeFileName(std::string(300, 'x')).size(), 80u);
}

}  // namespace
}  // namespace cleave::driver
