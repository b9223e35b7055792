// The control flow of a function: what is sure to come (post-dominators), and what lies between a branch and that point (its region).
//
// Post-dominators are computed without the blocks that cannot return (those that end in exit, abort or a trap): leaving the function is an
// effect of the region that holds such a block (effects.h). Otherwise one `exit` would make a region of the whole rest of the function.
#pragma once

#include <cstdint>
#include <vector>

#include "program/program.h"

namespace cleave::flow {

inline constexpr program::BlockIndex kNoBlock = UINT32_MAX;

struct Control {
  const program::Function* function = nullptr;
  std::vector<bool> reachable;  // from the entry block
  std::vector<bool> returns;    // some path leads to a return
  // The first block that every path to a return passes behind this one; kNoBlock when only the return itself is sure.
  std::vector<program::BlockIndex> closesAt;
  bool reducible = true;  // every cycle is a loop with one entry, so that values leave it through its phis only

  // Blocks that an execution may enter between the end of `branch` and closesAt[branch], ascending.
  std::vector<program::BlockIndex> regionOf(program::BlockIndex branch) const;
};

Control controlOf(const program::Function& function);

}  // namespace cleave::flow
