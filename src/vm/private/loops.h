// Loops that were cut: code in which a loop begins with arbitrary values, runs through one iteration, and ends the run where the next would begin
// (points/cut_loops.h). What such a run shows holds for every iteration only if the values it began with stand for those of all iterations. So
// from there on every write is looked at: what an iteration writes must be memory that it began with arbitrary contents of, or memory that it
// made itself and gave back. All else ends the run as unfinished: nothing is claimed of a loop that does it.
#pragma once

#include <cstdint>
#include <vector>

#include "vm/private/value.h"

namespace cleave::vm {

struct OpenLoop {
  struct Range {
    ObjectIndex object = 0;
    uint64_t from = 0;
    uint64_t to = 0;
    bool isUnknown = false;  // its contents count as uninitialised: whoever looks at them traps
  };
  uint32_t loop = 0;
  size_t depth = 0;          // of its frame
  ObjectIndex firstNew = 0;  // objects from here on were made by the iteration
  std::vector<Range> ranges;

  bool holds(ObjectIndex object, uint64_t from, uint64_t to) const {
    for (const Range& each : ranges)
      if (each.object == object && each.from <= from && to <= each.to) return true;
    return false;
  }
};

}  // namespace cleave::vm
