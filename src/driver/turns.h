// How entries share one total budget: each has a first turn of a few seconds, nearest to the change first; then those that were not finished get further
// turns, each twice as long as the one before, as long as there is time. Between turns a worker rests (support/worker.h) and keeps what it has found out.
// Among those that rest the most promising goes on first: one of which nothing different is known yet (of the others the verdict is known), one that had
// fewer turns, one with fewer ways left to look at.
#pragma once

#include <map>
#include <vector>

#include "explore/progress.h"
#include "support/budget.h"
#include "support/worker.h"

namespace cleave::driver {

inline constexpr Seconds kFirstTurn{2};

// What an entry may have in all, and at first, and when the total is used up.
struct Times {
  Seconds most{0};
  Seconds first{0};
  Clock::time_point latest = Clock::time_point::max();
};

// In the worker: whether the walk goes on.
class Turns {
 public:
  explicit Turns(Times times) : most_(times.most), turn_(times.first) {}
  bool goesOn(const Messages& messages, const explore::Progress& progress);
  // All that it was allowed.
  Seconds given() const { return std::min(most_, before_ + turn_); }

 private:
  Seconds most_;
  Seconds turn_;                         // how long this one is
  Seconds before_{0};                    // of all earlier ones
  Clock::time_point since_ = Clock::now();
};

// In the parent: whose turn it is.
class TurnQueue {
 public:
  void begins(size_t entry, Times times, size_t depth) { known_[entry] = {times, times.first, times.first, 1, depth, {}}; }
  void heard(size_t entry, const explore::Progress& progress) { known_[entry].progress = progress; }
  // `left`: of the total budget. Once that is used up, all of them end.
  Turn next(const std::vector<size_t>& resting, Seconds left);

 private:
  struct Known {
    Times times{};
    Seconds last{0};  // turn
    Seconds sum{0};   // of its turns
    unsigned turns = 0;
    size_t depth = 0;
    explore::Progress progress = {};
  };
  static bool isMorePromising(const Known& one, const Known& other);

  std::map<size_t, Known> known_;
};

}  // namespace cleave::driver
