#include "support/both.h"

#include <gtest/gtest.h>

#include <string>
#include <vector>

namespace cleave {
namespace {

TEST(Both, SidesAreBeforeThenAfter) {
  std::vector<Side> seen;
  for (const Side side : kSides) seen.push_back(side);
  EXPECT_EQ(seen, (std::vector<Side>{Side::Before, Side::After}));
  EXPECT_EQ(otherSide(Side::Before), Side::After);
  EXPECT_EQ(otherSide(Side::After), Side::Before);
}

TEST(Both, StartsEmptyOnBothSides) {
  const Both<int> numbers;
  EXPECT_EQ(numbers, (Both<int>{0, 0}));
}

TEST(Both, OfGivesTheThingOfASide) {
  Both<std::string> names{"old", "new"};
  EXPECT_EQ(names.of(Side::Before), "old");
  EXPECT_EQ(names.of(Side::After), "new");
  names.of(Side::After) += "er";
  EXPECT_EQ(names.after, "newer");
  const Both<std::string>& same = names;
  EXPECT_EQ(&same.of(Side::Before), &names.before);
}

TEST(Both, HoldsReferences) {
  int x = 1, y = 2;
  const Both<int&> numbers{x, y};
  numbers.of(Side::After) = 7;
  EXPECT_EQ(x, 1);
  EXPECT_EQ(y, 7);
}

TEST(Both, IsMadeSideBySide) {
  std::string order;
  const Both<int> numbers = makeBoth([&](Side side) {
    order += side == Side::Before ? 'b' : 'a';
    return side == Side::Before ? 10 : 20;
  });
  EXPECT_EQ(numbers, (Both<int>{10, 20}));
  EXPECT_EQ(order, "ba");
}

TEST(Both, OwnAndOtherAreBroughtIntoOrder) {
  EXPECT_EQ(inOrder(Side::Before, 1, 2), (Both<int>{1, 2}));
  EXPECT_EQ(inOrder(Side::After, 1, 2), (Both<int>{2, 1}));
}

}  // namespace
}  // namespace cleave
