#include "frontend/units.h"

#include <gtest/gtest.h>

#include <filesystem>

#include "program/shown_name.h"
#include "support/temp_dir.h"

namespace cleave::frontend {
namespace {

class Files {
 public:
  Files() : directory_(TempDir::create("units").take()) {}

  // The file as LLVM text.
  CompileJob file(const std::string& name, const std::string& text) {
    const std::filesystem::path path = directory_.path() / name;
    std::filesystem::create_directories(path.parent_path());
    EXPECT_FALSE(writeFile(path, text).has_value());
    return {path.string(), Language::LlvmText, {}, {}, ""};
  }

 private:
  TempDir directory_;
};

std::vector<std::string> unitsOf(const std::vector<CompileJob>& jobs) {
  std::vector<std::string> units;
  for (const CompileJob& job : jobs) units.push_back(job.unit);
  return units;
}

std::vector<std::string> named(const std::vector<std::string>& files) {
  std::vector<CompileJob> jobs;
  for (const std::string& file : files) jobs.push_back({file, Language::C, {}, {}, ""});
  nameUnits(jobs);
  return unitsOf(jobs);
}

using Names = std::vector<std::string>;

TEST(Units, NamesAreAsShortAsTellsThemApart) {
  EXPECT_EQ(named({"src/a.c", "src/b.c"}), (Names{"a.c", "b.c"}));
  EXPECT_EQ(named({"src/x/a.c", "src/y/a.c", "src/b.c"}), (Names{"x/a.c", "y/a.c", "b.c"}));
  EXPECT_EQ(named({"a.c", "src/a.c"}), (Names{"a.c", "src/a.c"}));
}

TEST(Units, FilesOfBothVersionsMatch) {
  Files files;
  const std::string static_ = "define internal void @s() { ret void }\n";
  std::vector<CompileJob> before{files.file("b/one.ll", static_), files.file("b/old.ll", static_ + "define void @f() { ret void }"),
                                 files.file("b/third.ll", static_)};
  std::vector<CompileJob> after{files.file("a/last.ll", static_), files.file("a/new.ll", static_ + "define void @f() { ret void }"),
                                files.file("a/one.ll", static_)};
  nameUnits(before);
  nameUnits(after);
  matchUnits(before, after);
  EXPECT_EQ(unitsOf(before), (Names{"one.ll", "new.ll", "last.ll"}));
}

TEST(Units, WhatIsAmbiguousDependsOnNoOrder) {
  Files files;
  std::vector<CompileJob> jobs{files.file("one.ll", "@s = internal global i32 1\n@own = internal global i32 1\n"),
                               files.file("two.ll", "@s = internal global i32 2\n@t = global i32 2\n"),
                               files.file("three.ll", "@t = internal global i32 2\n")};
  const std::set<std::string> expected{"s", "t"};
  EXPECT_EQ(ambiguousNames(jobs), expected);
  std::swap(jobs[0], jobs[2]);
  EXPECT_EQ(ambiguousNames(jobs), expected);
  jobs.resize(1);
  EXPECT_TRUE(ambiguousNames(jobs).empty());
}

TEST(Units, LinkerNamesCarryTheFile) {
  EXPECT_EQ(program::splitName("h:util.c").symbol, "h");
  EXPECT_EQ(program::splitName("h:util.c").unit, "util.c");
  EXPECT_EQ(program::splitName("h:x/util.c").unit, "x/util.c");
  EXPECT_EQ(program::splitName("a::b").unit, "");
  EXPECT_EQ(program::splitName("plain").symbol, "plain");
}

}  // namespace
}  // namespace cleave::frontend
