#include "groups/smallest_cover.h"

#include <gtest/gtest.h>

namespace cleave::groups {
namespace {

std::optional<std::vector<size_t>> cover(const std::vector<std::pair<std::vector<bool>, size_t>>& given, size_t items, size_t most) {
  std::vector<CoverChoice> choices;
  for (const auto& [excludes, cost] : given) choices.push_back({&excludes, cost});
  return smallestCover(choices, items, most);
}

TEST(SmallestCover, FewerBeforeCheaper) { EXPECT_EQ(cover({{{1, 0}, 1}, {{0, 1}, 1}, {{1, 1}, 50}}, 2, 3), std::vector<size_t>{2}); }

TEST(SmallestCover, CheapestOfASize) { EXPECT_EQ(cover({{{1, 0}, 9}, {{1, 0}, 2}, {{0, 1}, 3}}, 2, 3), (std::vector<size_t>{1, 2})); }

TEST(SmallestCover, NoneWhereOneIsLeft) { EXPECT_EQ(cover({{{1, 0}, 1}}, 2, 3), std::nullopt); }

TEST(SmallestCover, NoneWithinTheBound) {
  EXPECT_EQ(cover({{{1, 0, 0}, 1}, {{0, 1, 0}, 1}, {{0, 0, 1}, 1}}, 3, 2), std::nullopt);
  EXPECT_EQ(cover({{{1, 0, 0}, 1}, {{0, 1, 0}, 1}, {{0, 0, 1}, 1}}, 3, 3), (std::vector<size_t>{0, 1, 2}));
}

TEST(SmallestCover, NothingToExcludeNeedsNothing) { EXPECT_EQ(cover({}, 0, 3), std::vector<size_t>{}); }

TEST(SmallestCover, MoreItemsThanAWord) {
  std::vector<bool> even(150), odd(150);
  for (size_t k = 0; k < 150; ++k) (k % 2 == 0 ? even : odd)[k] = true;
  EXPECT_EQ(cover({{even, 1}, {odd, 1}}, 150, 2), (std::vector<size_t>{0, 1}));
  odd[149] = false;
  EXPECT_EQ(cover({{even, 1}, {odd, 1}}, 150, 2), std::nullopt);
}

}  // namespace
}  // namespace cleave::groups
