#include "infer/houdini.h"

#include <gtest/gtest.h>

#include <algorithm>

#include "support/check.h"
#include "support/random.h"

namespace cleave::infer {
namespace {

// Candidate i holds if all that it needs is assumed.
struct Needs {
  std::vector<std::vector<size_t>> of;
  std::vector<bool> never;

  bool fails(size_t i, const std::vector<size_t>& assumed) const {
    return never[i] || !std::all_of(of[i].begin(), of[i].end(),
                                    [&](size_t each) { return std::find(assumed.begin(), assumed.end(), each) != assumed.end(); });
  }
};

TEST(Houdini, FindsTheLargestSetWhateverIsAnsweredFirst) {
  Random random(1);
  for (int round = 0; round < 200; ++round) {
    const size_t count = 1 + random.below(10);
    Needs needs{std::vector<std::vector<size_t>>(count), std::vector<bool>(count)};
    for (size_t i = 0; i < count; ++i) {
      needs.never[i] = random.chance(20);
      for (uint64_t k = random.below(3); k > 0; --k) needs.of[i].push_back(random.below(count));
    }
    const auto some = [&](const std::vector<size_t>& assumed) {
      std::vector<size_t> failing;
      for (const size_t each : assumed)
        if (needs.fails(each, assumed)) failing.push_back(each);
      if (failing.size() > 1) failing.resize(1 + random.below(failing.size()));
      return failing;
    };
    const std::vector<size_t> result = largestInductive(count, some);
    size_t best = 0;
    for (size_t set = 0; set < size_t{1} << count; ++set) {
      std::vector<size_t> assumed;
      for (size_t i = 0; i < count; ++i)
        if ((set >> i & 1) != 0) assumed.push_back(i);
      if (std::none_of(assumed.begin(), assumed.end(), [&](size_t each) { return needs.fails(each, assumed); }))
        best = std::max(best, assumed.size());
    }
    EXPECT_TRUE(some(result).empty());
    EXPECT_EQ(result.size(), best);
  }
}

TEST(Houdini, AnAnswerThatLeadsNowhereIsAMistake) {
  EXPECT_TRUE(largestInductive(0, [](const auto&) { return std::vector<size_t>{1}; }).empty());
  EXPECT_THROW(largestInductive(2, [](const auto&) { return std::vector<size_t>{7}; }), InternalError);
}

}  // namespace
}  // namespace cleave::infer
