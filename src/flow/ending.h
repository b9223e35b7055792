// Which code is not sure to come to an end: loops that may run for ever, and calls that may recurse without end.
//
// A loop is sure to end if some branch that every round passes leaves it, and its condition counts: a register that grows or falls by a
// constant in each round is compared with what does not change, and cannot wrap around before it gets there; or it shrinks to zero, by a
// division, a shift, a remainder of itself, or by losing its lowest bit. All other loops may run for ever, for all that is known here: too
// many of them cost partitions, a missed one costs soundness. Time is no matter: 2^64 rounds are an end.
#pragma once

#include <cstdint>
#include <vector>

#include "flow/control.h"
#include "flow/points_to.h"
#include "program/program.h"

namespace cleave::flow {

// By block: where it is decided whether a loop goes on that may do so for ever. Of a loop that nothing leaves, all blocks.
enum class GoesOn : uint8_t {
  No,
  Maybe,    // its terminator may leave the loop
  ForEver,  // nothing leaves the loop
};
std::vector<GoesOn> findEndless(const program::Function& function, const Control& control);

// By block: it may leave a loop that is sure to end.
std::vector<bool> findCounted(const program::Function& function, const Control& control);

// By function: may be entered again before it returns.
std::vector<bool> findRecursive(const PointsTo& pointsTo);
// Recursion, or a frame that takes more than a usual share of a stack.
bool needsMuchStack(const PointsTo& pointsTo);

}  // namespace cleave::flow
