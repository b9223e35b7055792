// Properties that hold in every iteration of loops, however many there are: proved on code whose loops are cut (points/private/cut_loops.h).
//
// Such code has no loops. A run comes to the head of one, with the state that the entry brings there; then all that iterations may write is
// arbitrary, but for the properties that are assumed of the head; then it runs through one iteration up to the head again, or leaves the loop.
// What holds in every run of it holds in every run of the program (the idea, for one loop; others are alike, since a run of one iteration comes to
// the heads of inner loops and of those in what it calls in the same way):
//
//   the first state at the head has the assumed properties: a mark would be set
//   a state at the head that has them, and that differs from the first in no more than was made arbitrary, is one that was looked at: so the
//   next state has the properties, too, else a mark would be set, and it differs in no more, else the run would be unfinished
//   what comes behind the loop begins in such a state
//
// Which properties can be assumed is found in the manner of Houdini: all of them first; those whose mark is set, or of which that is not known,
// are dropped, until none is (they hold together then, each with the help of the others). What of memory iterations write is found by running
// into it (vm/loops.h): nothing at first, and where a write is seen that nobody knew of, its place is added.
//
// The walk is by paths: every path is run, so that none of them does what was not looked at. A path that looks at what is not known, or was cut at
// a bound (recursion, a loop that could not be cut), or does not finish, proves nothing of anything.
//
// Here a mark that is set breaks nothing: the state may be one that the program never comes to.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "explore/properties.h"

namespace cleave::explore {

struct Induction {
  std::vector<uint32_t> proved;  // ascending
  result::Guarantee guarantee;   // if any are
  std::string reason;            // why none is; empty: those that are left are not inductive
  unsigned rounds = 0;
};

// `side` of the task is code whose loops are cut, and `properties` are compiled into it. `undefinedCounts` as in PropertyRules.
Induction proveByInduction(const Task& task, Side side, const std::vector<uint32_t>& properties, bool undefinedCounts, const Options& options,
                           const StopFlag* stop);

}  // namespace cleave::explore
