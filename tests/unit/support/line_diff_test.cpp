#include "support/line_diff.h"

#include <gtest/gtest.h>

#include "support/random.h"

namespace cleave {
namespace {

using Lines = std::vector<std::string>;

TEST(LineDiff, FindsThePartsThatDiffer) {
  const Lines before{"a", "b", "c", "d", "e"}, after{"a", "x", "c", "e", "f"};
  const std::vector<LineHunk> hunks = diffLines(before, after);
  ASSERT_EQ(hunks.size(), 3u);
  EXPECT_EQ(hunks[0].beforeFirst, 1u);
  EXPECT_EQ(hunks[0].afterEnd, 2u);
  EXPECT_EQ(hunks[1].beforeEnd - hunks[1].beforeFirst, 1u);  // d was removed
  EXPECT_EQ(hunks[1].afterEnd, hunks[1].afterFirst);
  EXPECT_EQ(hunks[2].beforeFirst, 5u);  // f was added
  EXPECT_EQ(hunks[2].afterEnd, 5u);
}

TEST(LineDiff, EqualTextsHaveNone) {
  EXPECT_TRUE(diffLines({}, {}).empty());
  EXPECT_TRUE(diffLines({"a"}, {"a"}).empty());
}

TEST(LineDiff, AllHunksMakeAfterAndNoneMakesBefore) {
  Random random(7);
  for (int round = 0; round < 300; ++round) {
    const auto text = [&] {
      Lines lines;
      for (uint64_t k = random.below(12); k > 0; --k) lines.push_back(std::string(1, static_cast<char>('a' + random.below(4))));
      return lines;
    };
    const Lines before = text(), after = text();
    const std::vector<LineHunk> hunks = diffLines(before, after);
    EXPECT_EQ(applyHunks(before, after, hunks, std::vector<bool>(hunks.size(), true)), after);
    EXPECT_EQ(applyHunks(before, after, hunks, std::vector<bool>(hunks.size(), false)), before);
    EXPECT_EQ(hunks.empty(), before == after);
  }
}

TEST(LineDiff, SplitsLines) {
  EXPECT_EQ(splitLines("a\n\nb"), (Lines{"a", "", "b"}));
  EXPECT_TRUE(splitLines("").empty());
}

}  // namespace
}  // namespace cleave
