#include "result/result.h"

#include <gtest/gtest.h>

namespace cleave::result {
namespace {

Result withVerdicts(std::initializer_list<Verdict> verdicts) {
  Result result;
  for (const Verdict verdict : verdicts) result.entries.emplace_back().verdict = verdict;
  return result;
}

TEST(Result, theWorstVerdictIsTheOverallOne) {
  EXPECT_EQ(overall(withVerdicts({})), Verdict::Equivalent);
  EXPECT_EQ(overall(withVerdicts({Verdict::Equivalent, Verdict::Equivalent})), Verdict::Equivalent);
  EXPECT_EQ(overall(withVerdicts({Verdict::Equivalent, Verdict::Inconclusive})), Verdict::Inconclusive);
  EXPECT_EQ(overall(withVerdicts({Verdict::Inconclusive, Verdict::Equivalent})), Verdict::Inconclusive);
  EXPECT_EQ(overall(withVerdicts({Verdict::Inconclusive, Verdict::Different, Verdict::Equivalent})), Verdict::Different);
}

// An entry that nobody decided must never pass for equivalent.
TEST(Result, anEntryStartsInconclusive) {
  Result result;
  result.entries.emplace_back();
  EXPECT_EQ(overall(result), Verdict::Inconclusive);
  EXPECT_EQ(Partition().kind, PartitionKind::Unfinished);
  EXPECT_FALSE(Partition().confirmed);
}

TEST(Result, words) {
  EXPECT_STREQ(toText(Verdict::Equivalent), "equivalent");
  EXPECT_STREQ(toText(Verdict::Different), "different");
  EXPECT_STREQ(toText(Verdict::Inconclusive), "inconclusive");
  EXPECT_STREQ(toText(PartitionKind::Equal), "equal");
  EXPECT_STREQ(toText(PartitionKind::Different), "different");
  EXPECT_STREQ(toText(PartitionKind::Unfinished), "unfinished");
}

}  // namespace
}  // namespace cleave::result
