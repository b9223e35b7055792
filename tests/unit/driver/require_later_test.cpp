#include "driver/require_later.h"

#include <gtest/gtest.h>

namespace cleave::driver {
namespace {

using Visits = std::vector<std::vector<std::optional<uint64_t>>>;

Trace trace(std::vector<std::string> names, Visits visits) { return {std::move(names), std::move(visits)}; }

TEST(RequireLater, EqualRunsShowNothing) {
  const Trace one = trace({"n", "p"}, {{1, 0}, {2, std::nullopt}});
  const TraceDifference difference = compareTraces({one, one});
  EXPECT_FALSE(difference.isDifferent || difference.isOnlyAfter || difference.isOnlyBefore);
}

TEST(RequireLater, AnotherValueInTheSecondVisit) {
  const TraceDifference difference = compareTraces({trace({"n"}, {{1}, {2}}), trace({"n"}, {{1}, {3}})});
  EXPECT_TRUE(difference.isDifferent);
  EXPECT_FALSE(difference.isOnlyAfter || difference.isOnlyBefore);
}

TEST(RequireLater, AValueThatIsMissingIsAnotherOne) {
  EXPECT_TRUE(compareTraces({trace({"n"}, {{0}}), trace({"n"}, {{std::nullopt}})}).isDifferent);
}

TEST(RequireLater, OneComesThereMoreOften) {
  const TraceDifference after = compareTraces({trace({"n"}, {{1}}), trace({"n"}, {{1}, {5}})});
  EXPECT_TRUE(after.isOnlyAfter);
  EXPECT_FALSE(after.isDifferent || after.isOnlyBefore) << "the visits of both are alike";
  const TraceDifference before = compareTraces({trace({"n"}, {{1}}), Trace()});
  EXPECT_TRUE(before.isOnlyBefore);
  EXPECT_FALSE(before.isDifferent || before.isOnlyAfter);
}

TEST(RequireLater, VariablesAreComparedByName) {
  EXPECT_FALSE(compareTraces({trace({"a", "b"}, {{1, 2}}), trace({"b", "c"}, {{2, 9}})}).isDifferent) << "c is only there in after";
  EXPECT_TRUE(compareTraces({trace({"a", "b"}, {{1, 2}}), trace({"b", "a"}, {{2, 9}})}).isDifferent);
}

}  // namespace
}  // namespace cleave::driver
