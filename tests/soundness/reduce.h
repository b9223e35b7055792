// Makes a failing pair small: drops statements, functions and variables from both versions alike, replaces statements by their bodies and
// expressions by parts of them or by constants, as long as it still fails in the same way. How it goes on from step to step is the same for
// all kinds of pairs (reduceBy); which steps there are is told here for pairs of the generator, and in reduce_text.h for those of features.
#pragma once

#include <algorithm>
#include <functional>
#include <vector>

#include "oracle.h"

namespace cleave::soundness {

// Which of the candidates fail as the pair did. They have different prefixes, so that all can stand in one file.
using StillFails = std::function<std::vector<bool>(const std::vector<Pair>& candidates)>;

// `smaller` gives all cases that are one step smaller, and `stillFails` says of some of them, at a time, which fail as the first did. The
// first that does is taken. Ends when none fails, or when `goOn` says so.
template <class Case, class Smaller, class StillFails>
Case reduceBy(Case failing, const Smaller& smaller, const StillFails& stillFails, const std::function<bool()>& goOn) {
  constexpr size_t kAtOnce = 24;
  for (bool isSmaller = true; isSmaller && goOn();) {
    isSmaller = false;
    const std::vector<Case> steps = smaller(failing);
    for (size_t first = 0; first < steps.size() && !isSmaller && goOn(); first += kAtOnce) {
      std::vector<Case> candidates(steps.begin() + static_cast<ptrdiff_t>(first),
                                   steps.begin() + static_cast<ptrdiff_t>(std::min(steps.size(), first + kAtOnce)));
      const std::vector<bool> fails = stillFails(candidates);
      const auto found = std::ranges::find(fails, true);
      if (found == fails.end()) continue;
      failing = std::move(candidates[static_cast<size_t>(found - fails.begin())]);
      isSmaller = true;
    }
  }
  return failing;
}

Pair reduce(Pair pair, const StillFails& stillFails, const std::function<bool()>& goOn);

// All pairs that are one step smaller, those that lack most first.
std::vector<Pair> smallerPairs(const Pair& pair);

// The same program by another name.
Program withPrefix(Program program, const std::string& prefix);

size_t linesOf(const Program& program);

}  // namespace cleave::soundness
