#include "change/align.h"

#include <gtest/gtest.h>

#include <chrono>

#include "support/random.h"

namespace cleave::change {
namespace {

using Sequence = std::vector<uint32_t>;

size_t checkedAlign(const Sequence& before, const Sequence& after) {
  auto pairs = align(before, after);
  for (size_t k = 0; k < pairs.size(); ++k) {
    EXPECT_EQ(before[pairs[k].first], after[pairs[k].second]);
    if (k > 0) {
      EXPECT_LT(pairs[k - 1].first, pairs[k].first);
      EXPECT_LT(pairs[k - 1].second, pairs[k].second);
    }
  }
  return pairs.size();
}

size_t longestCommon(const Sequence& a, const Sequence& b) {
  std::vector<std::vector<size_t>> best(a.size() + 1, std::vector<size_t>(b.size() + 1));
  for (size_t i = 0; i < a.size(); ++i)
    for (size_t j = 0; j < b.size(); ++j) best[i + 1][j + 1] = a[i] == b[j] ? best[i][j] + 1 : std::max(best[i][j + 1], best[i + 1][j]);
  return best[a.size()][b.size()];
}

TEST(Align, IsExactOnSmallSequences) {
  Random random(1);
  for (int round = 0; round < 500; ++round) {
    Sequence a, b;
    for (uint64_t n = random.below(30); n > 0; --n) a.push_back(static_cast<uint32_t>(random.below(5)));
    for (uint64_t n = random.below(30); n > 0; --n) b.push_back(static_cast<uint32_t>(random.below(5)));
    EXPECT_EQ(checkedAlign(a, b), longestCommon(a, b));
  }
}

TEST(Align, EditsOfALongSequenceStayLocal) {
  Random random(2);
  for (uint64_t alphabet : {50u, 100000u}) {
    Sequence a;
    for (int n = 0; n < 100000; ++n) a.push_back(static_cast<uint32_t>(random.below(alphabet)));
    Sequence b = a;
    for (int edit = 0; edit < 100; ++edit) {
      size_t at = random.below(b.size());
      if (edit % 3 == 0) b.insert(b.begin() + static_cast<ptrdiff_t>(at), 7);
      if (edit % 3 == 1) b.erase(b.begin() + static_cast<ptrdiff_t>(at));
      if (edit % 3 == 2) b[at] = 3;
    }
    auto start = std::chrono::steady_clock::now();
    EXPECT_GT(checkedAlign(a, b), a.size() - 400) << "alphabet " << alphabet;
    EXPECT_LT(std::chrono::steady_clock::now() - start, std::chrono::seconds(5));
  }
}

TEST(Align, HopelessSequencesEndInTime) {
  Random random(3);
  Sequence a, b;
  for (int n = 0; n < 100000; ++n) a.push_back(static_cast<uint32_t>(random.below(3))), b.push_back(static_cast<uint32_t>(random.below(3)));
  auto start = std::chrono::steady_clock::now();
  checkedAlign(a, b);
  EXPECT_LT(std::chrono::steady_clock::now() - start, std::chrono::seconds(10));
}

}  // namespace
}  // namespace cleave::change
