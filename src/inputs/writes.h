// Which global variables a version writes: what it may leave as it found it is an input like any other.
#pragma once

#include <set>

#include "flow/points_to.h"

namespace cleave::inputs {

class Writes {
 public:
  // From the entry of the points-to sets on.
  explicit Writes(const flow::PointsTo& pointsTo);

  bool mayWrite(program::GlobalId global) const { return may_.contains(global); }
  // All of its bytes, on every way on which the entry returns.
  bool surelyWrites(program::GlobalId global) const { return surely_.contains(global); }

 private:
  std::set<program::GlobalId> may_, surely_;
};

}  // namespace cleave::inputs
