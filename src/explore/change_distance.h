// How far the code of a program is from changed code: blocks and calls on the shortest way through the control flow, into functions and out
// of them again. A way that the program cannot take may count; one that it can take is never left out, so what is far comes to no change.
#pragma once

#include <cstdint>
#include <optional>
#include <vector>

#include "change/change.h"
#include "program/program.h"

namespace cleave::explore {

class ChangeDistance {
 public:
  static constexpr uint32_t kFar = UINT32_MAX;  // there is no way

  ChangeDistance() = default;  // of no code
  // Of these functions; what they call besides is passed by.
  ChangeDistance(const program::Program& program, const std::vector<change::InstructionMarks>& marks,
                 std::vector<program::FunctionId> functions);

  const std::vector<program::FunctionId>& functions() const { return functions_; }
  program::BlockIndex blocksOf(program::FunctionId function) const {
    return static_cast<program::BlockIndex>(fromStart_[function.value].size());
  }

  // From the start of a block; zero: it holds changed code.
  uint32_t of(program::FunctionId function, program::BlockIndex block) const { return fromStart_[function.value][block]; }
  uint32_t along(program::FunctionId function, uint32_t edge) const;  // from where it leads to
  // From its end, by any edge but this one.
  uint32_t otherwise(program::FunctionId function, program::BlockIndex block, uint32_t edge) const;
  // None: the instruction is not of the function's code.
  std::optional<program::BlockIndex> blockOf(program::FunctionId function, program::InstIndex instruction) const;

 private:
  const program::Program* program_ = nullptr;
  std::vector<program::FunctionId> functions_;
  std::vector<std::vector<uint32_t>> fromStart_;  // by function, by block
};

}  // namespace cleave::explore
