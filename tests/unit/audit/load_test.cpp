#include "audit/load.h"

#include <gtest/gtest.h>

#include "audit/audit.h"
#include "support/compressed.h"
#include "support/temp_dir.h"

namespace cleave::audit {
namespace {

std::string document(const std::string& witness, const std::string& bits, const std::string& kind = "equal") {
  return R"({"schema": 1, "cleave": "0", "entries": [{"entry": "f", "verdict": "equivalent", "reason": "", "guarantee": {"exhaustive": true, "granularity": "path", "bounds": [], "assumptions": []},
    "inputs": [{"name": "i", "type": "int", "bits": 32, "signed": true}, {"name": "x", "type": "float", "bits": 32, "signed": true, "float": true}],
    "changes": [], "partitions": [{"id": 0, "kind": ")" +
         kind + R"(", "reason": "", "condition": "true", "condition_text": "true", "confirmed": false, "witness": )" + witness +
         R"(, "witness_bits": )" + bits +
         R"(, "before": {"outcome": "returned", "return": "1", "s.y": "uninitialised", "::status": "2"}, "after": {"outcome": "trapped", "trap": "abort", "at": "f.c:1"},
    "before_expr": {"return": "i + 2"}, "after_expr": {}}]}]})";
}

class Loading : public testing::Test {
 protected:
  TempDir directory_ = TempDir::create("audit-load").take();
  Expected<std::vector<LoadedEntry>> load(const std::string& text) {
    EXPECT_FALSE(writeFile(directory_.path() / "result.json", text).has_value());
    return loadResult(directory_.path());
  }
  std::string problem(const std::string& witness, const std::string& bits) {
    return load(document(witness, bits)).take().at(0).partitions.at(0).witnessProblem;
  }
};

TEST_F(Loading, ReadsWhatItNeeds) {
  const std::vector<LoadedEntry> entries = load(document(R"({"i": "-1", "x": "0.5"})", R"({"i": "0xffffffff", "x": "0x3f000000"})")).take();
  ASSERT_EQ(entries.size(), 1u);
  const LoadedPartition& partition = entries[0].partitions.at(0);
  EXPECT_TRUE(entries[0].exhaustive);
  EXPECT_EQ(partition.witnessProblem, "");
  EXPECT_EQ(partition.witness, (std::vector<U128>{0xffffffff, 0x3f000000}));
  EXPECT_EQ(partition.before.names, (std::vector<std::string>{"return", "status"}));
  EXPECT_EQ(partition.before.uninitialised, std::vector<std::string>{"s.y"});
  EXPECT_EQ(partition.after.trap, "abort");
  EXPECT_EQ(partition.before.values.at(0), (std::pair<std::string, std::string>("return", "1")));
  EXPECT_EQ(partition.beforeExpr, (LoadedTexts{{"return", "i + 2"}}));
  EXPECT_EQ(entries[0].domain, "true");
}

TEST_F(Loading, AWitnessThatContradictsItselfIsFound) {
  EXPECT_EQ(problem(R"({"i": "-1", "x": "NAN"})", R"({"i": "0xffffffff", "x": "0x7fc00000"})"), "");
  EXPECT_EQ(problem(R"({"i": "-1", "x": "-INFINITY"})", R"({"i": "0xffffffff", "x": "0xff800000"})"), "");
  EXPECT_NE(problem(R"({"i": "-2", "x": "0.5"})", R"({"i": "0xffffffff", "x": "0x3f000000"})"), "");
  EXPECT_NE(problem(R"({"i": "-1", "x": "0.25"})", R"({"i": "0xffffffff", "x": "0x3f000000"})"), "");
  EXPECT_NE(problem(R"({"x": "0.5"})", R"({"i": "0xffffffff", "x": "0x3f000000"})"), "");
  EXPECT_NE(problem(R"({"i": "0", "x": "0.5"})", R"({"i": "0x100000000", "x": "0x3f000000"})"), "");
}

TEST_F(Loading, WhatIsNotAResultIsAnError) {
  EXPECT_FALSE(loadResult(directory_.path() / "nowhere").hasValue());
  EXPECT_FALSE(load("{").hasValue());
  EXPECT_FALSE(load(R"({"schema": 2, "entries": []})").hasValue());
  EXPECT_FALSE(load(document("{}", "{}", "odd")).hasValue());
  EXPECT_FALSE(load(document(R"({"i": "0", "x": "0.5"})", R"({"i": "0xzz", "x": "0x3f000000"})")).hasValue());
}

// A large result: the rest of the partitions are lines.
TEST_F(Loading, PartitionsThatAreLeftOutAreReadFromTheirLines) {
  const std::string whole = document(R"({"i": "-1", "x": "0.5"})", R"({"i": "0xffffffff", "x": "0x3f000000"})");
  const size_t at = whole.find("\"partitions\": [") + 15;
  const std::string listed = whole.substr(at, whole.rfind("}]}]}") + 1 - at);
  const auto with = [&](const std::string& leftOut) {
    std::string text = whole;
    return text.insert(text.rfind("}]}"), ", \"left_out\": " + leftOut);
  };
  const auto line = [&](const std::string& entry, int id, const std::string& condition) {
    std::string text = listed;
    for (const char* blank : {"\n"})
      for (size_t k; (k = text.find(blank)) != std::string::npos;) text.erase(k, 1);
    text.replace(text.find("\"id\": 0"), 7, "\"entry\": \"" + entry + "\", \"id\": " + std::to_string(id));
    text.replace(text.find("\"condition\": \"true\""), 19, "\"condition\": \"" + condition + "\"");
    return text.insert(text.size() - 1, ", \"terms\": {\"?" + std::to_string(id) + "\": \"(= i #x0" + std::to_string(id) + ")\"}") + "\n";
  };
  std::filesystem::create_directories(directory_.path() / "partitions");
  const std::string lines = line("f", 0, "true") + line("f", 1, "?1") + line("g", 2, "?2") + line("f", 3, "(and ?1 ?3)");
  ASSERT_FALSE(writeFile(directory_.path() / "partitions/1.jsonl.zst", compressed(lines)));
  const std::string counts = R"({"equal": 2, "different": 0, "undefined": 0, "unfinished": 0, "files": ["partitions/1.jsonl.zst"]})";
  const Expected<std::vector<LoadedEntry>> entries = load(with(counts));
  ASSERT_TRUE(entries) << entries.error().message;
  ASSERT_EQ(entries->at(0).partitions.size(), 3u);
  EXPECT_EQ(entries->at(0).partitions[2].id, 3u);
  EXPECT_EQ(entries->at(0).partitions[2].condition, "(let ((?1 (= i #x01))) (let ((?3 (= i #x03))) (and ?1 ?3)))");

  EXPECT_FALSE(load(with(R"({"equal": 3, "different": 0, "undefined": 0, "unfinished": 0, "files": ["partitions/1.jsonl.zst"]})"))) << "one is missing";
  EXPECT_FALSE(load(with(R"({"equal": 2, "different": 0, "undefined": 0, "unfinished": 0, "files": ["partitions/2.jsonl.zst"]})")));
  EXPECT_FALSE(load(with(R"({"equal": 2, "different": 0, "undefined": 0, "unfinished": 0, "files": ["../1.jsonl.zst"]})")));
  std::string damaged = compressed(lines);
  damaged[damaged.size() / 2] = static_cast<char>(damaged[damaged.size() / 2] ^ 1);
  ASSERT_FALSE(writeFile(directory_.path() / "partitions/1.jsonl.zst", damaged));
  EXPECT_FALSE(load(with(counts)));
}

TEST_F(Loading, AnIndexStaysInItsDirectory) {
  EXPECT_FALSE(loadIndex(directory_.path()).take().has_value());
  std::filesystem::create_directories(directory_.path() / "smt2");
  EXPECT_FALSE(loadIndex(directory_.path()).hasValue());
  const auto write = [&](const std::string& file) {
    EXPECT_FALSE(
        writeFile(directory_.path() / "smt2/index.json", R"({"schema": 1, "claims": [{"entry": "f", "claim": "p0-equal", "file": ")" +
                                                             file + R"(", "status": "unsat", "partition": 0}]})")
            .has_value());
  };
  write("f/p0-equal.smt2");
  EXPECT_EQ(loadIndex(directory_.path()).take()->at(0).partition, 0u);
  for (const char* file : {"../secret", "/etc/passwd"}) {
    write(file);
    EXPECT_FALSE(loadIndex(directory_.path()).hasValue());
  }
}

TEST(AuditReport, TheVerdictIsTheWorst) {
  Report report;
  report.checks = {{"smt2", 7, {}, {}, 0}, {"members", 10, {}, {}, 2}};
  EXPECT_EQ(report.verdict(), Report::Verdict::Agrees);
  EXPECT_NE(toText(report).find("smt2: 7 of 7 agree\n"), std::string::npos) << toText(report);
  EXPECT_NE(toText(report).find("members: 10 of 12 behave as claimed, 2 not replayable\n"), std::string::npos) << toText(report);
  report.checks[0].undecided.push_back({"a", "b"});
  EXPECT_EQ(report.verdict(), Report::Verdict::Undecided);
  report.checks[1].disagree.push_back({"c", "d"});
  EXPECT_EQ(report.verdict(), Report::Verdict::Disagrees);
  EXPECT_NE(toText(report).find("DISAGREES c: d\n"), std::string::npos);
  EXPECT_NE(toJson(report).find("\"verdict\": \"disagrees\""), std::string::npos);
}

}  // namespace
}  // namespace cleave::audit
