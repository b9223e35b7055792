// Here, since what is shown of a result is the best measure of whether two are the same.
#include "result/archive.h"

#include <gtest/gtest.h>

#include "report/json.h"
#include "support/temp_dir.h"

namespace cleave::result {
namespace {

EntryResult full() {
  EntryResult entry;
  entry.name = "f";
  entry.beforeName = "g";
  entry.verdict = Verdict::Different;
  entry.failure = Failure::Assumption;
  entry.reason = "because";
  entry.guarantee = {true, "output", {"a bound"}, {"an assumption", ""}};
  entry.inputs = {{"x", "int", 32, true, false, true}, {"y", "float", 32, false, true, false}};
  entry.domain = "(= x x)";
  entry.changes = {{1, "f", "a.c", {1, 2}, {3, 4}}};
  Partition partition;
  partition.id = 7;
  partition.kind = PartitionKind::Undefined;
  partition.reason = std::string("a\0b", 3);
  partition.condition = "(and)";
  partition.conditionText = "x \xff";
  partition.witness = {{"x", "1"}};
  partition.witnessBits = {{"x", "0x1"}};
  partition.marks = {"only for NaN"};
  partition.confirmed = true;
  partition.before = {"trapped", "abort", "a.c:3", {{"return", "1"}}};
  partition.after = {"returned", "", "", {}};
  partition.beforeExpr = {{"return", "x"}};
  partition.changes = {1, 2};
  entry.partitions = {partition, Partition()};
  entry.shares = Shares{{true, 0.1, 0.25, 1, "1 of 4"}, {}, {}, {false, 0, 0.5, 1, ""}};
  entry.statistics = {1, 2, 3, 4, 5, 0.125, 0.1};
  return entry;
}

std::string shown(const EntryResult& entry) { return report::toJson({"", {}, {entry}}); }

struct Archive : ::testing::Test {
  TempDir directory = TempDir::create("archive-test").take();
  std::filesystem::path file = directory.path() / "entry";
};

TEST_F(Archive, WhatIsSavedComesBack) {
  for (const EntryResult& entry : {full(), EntryResult()}) {
    ASSERT_FALSE(save(entry, file).has_value());
    const Expected<EntryResult> loaded = load(file);
    ASSERT_TRUE(loaded.hasValue()) << loaded.error().message;
    EXPECT_EQ(shown(*loaded), shown(entry));
  }
  ASSERT_FALSE(save(full(), file).has_value());
  EXPECT_EQ(load(file)->partitions[0].reason, std::string("a\0b", 3));
  EXPECT_EQ(load(file)->statistics.wallSeconds, 0.1);
  EXPECT_EQ(load(file)->failure, Failure::Assumption);
}

TEST_F(Archive, WhatIsCutOrForeignIsAnError) {
  ASSERT_FALSE(save(full(), file).has_value());
  const std::string whole = readFile(file).take();
  for (size_t size = 0; size < whole.size(); ++size) {
    ASSERT_FALSE(writeFile(file, whole.substr(0, size)).has_value());
    ASSERT_FALSE(load(file).hasValue()) << size;
  }
  std::string damaged = whole;
  for (size_t at = 20; at < 28; ++at) damaged[at] = '\xff';  // a length
  ASSERT_FALSE(writeFile(file, damaged).has_value());
  EXPECT_FALSE(load(file).hasValue());
  EXPECT_FALSE(load(directory.path() / "none").hasValue());
}

}  // namespace
}  // namespace cleave::result
