#include "report/compared_values.h"

#include <gtest/gtest.h>

#include "sample_results.h"

namespace cleave::report {
namespace {

TEST(ComparedValues, allThatIsShownInOrder) {
  const result::Result result = oddResult();
  const std::vector<ComparedValue> rows = comparedValues(result.entries[0], result.entries[0].partitions[3]);
  ASSERT_EQ(rows.size(), 7u) << "how it ends, and six values: none is left out";
  EXPECT_EQ(rows[0].name, "ends");
  EXPECT_EQ(rows[0].shown.before, "returned");
  EXPECT_FALSE(rows[0].differs);
  EXPECT_EQ(rows[1].name, "return");
  EXPECT_FALSE(rows[1].differs);
  EXPECT_EQ(rows[6].name, "reason");
  EXPECT_EQ(rows[6].shown.after, "7");
  EXPECT_TRUE(rows[6].differs);
}

TEST(ComparedValues, anExitStatusIsComputed) {
  const result::Result result = oddResult();
  const std::vector<ComparedValue> rows = comparedValues(result.entries[0], result.entries[0].partitions[1]);
  EXPECT_EQ(rows[0].shown.before, "exits with 3");
  EXPECT_EQ(rows[0].expressions.before, "exits with i - 1");
  EXPECT_EQ(rows[0].expressions.after, "");
}

TEST(ComparedValues, whatOneVersionAloneShowsDiffers) {
  result::EntryResult entry;
  result::Partition partition;
  partition.before = {"returned", "", "", {{"return", "1"}, {"stdout", "a\n"}}};
  partition.after = {"trapped", "null pointer", "a.c:3", {{"x", "2"}, {"stdout", "a\n"}}};
  partition.beforeExpr = {{"return", "n + 1"}};
  const std::vector<ComparedValue> rows = comparedValues(entry, partition);
  std::string names;
  for (const ComparedValue& each : rows) names += each.name + (each.differs ? "! " : " ");
  EXPECT_EQ(names, "ends! x! return! stdout ");
  EXPECT_EQ(rows[0].shown.after, "traps: null pointer at a.c:3");
  EXPECT_EQ(rows[1].shown.before, "");
  EXPECT_EQ(rows[2].expressions.before, "n + 1");
  EXPECT_EQ(rows[3].shown.before, "\"a\\n\"");
}

}  // namespace
}  // namespace cleave::report
