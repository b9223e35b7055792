// The parts of Machine that the interpreter's loop and the calls have in line.
#pragma once

#include "vm/private/machine.h"

namespace cleave::vm {

inline bool Machine::takeSteps(uint64_t steps) {
  steps_ += steps;
  return steps_ < checkAt_ || !pastLimit();
}

inline void Machine::notePath(uint64_t what) { pathHash_ = (pathHash_ + what) * 0x9e3779b97f4a7c15; }

template <bool kTracked>
[[gnu::always_inline]] inline void Machine::takeEdge(uint32_t index) {
  if constexpr (kTracked) return takeEdgeTracked(index);
  const EdgeCode& edge = code_->edges[index];
  if (!takeSteps(edge.steps)) [[unlikely]]
    return;
  notePath(edge.hash);
  executedBlocks_[edge.block] = epoch_;
  if (!edge.overlapping) [[likely]] {
    for (uint32_t k = 0; k < edge.moveCount; ++k) reg(edge.moves[k].dst) = get(edge.moves[k].source);
  } else {
    for (uint32_t k = 0; k < edge.moveCount; ++k) moved_[k] = get(edge.moves[k].source);
    for (uint32_t k = 0; k < edge.moveCount; ++k) reg(edge.moves[k].dst) = moved_[k];
  }
  pc_ = edge.target;
}

}  // namespace cleave::vm
