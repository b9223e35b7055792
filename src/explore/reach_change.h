// Which blocks of a program may still lead to changed code: what the express strategy prunes by.
#pragma once

#include <vector>

#include "change/change.h"
#include "program/program.h"

namespace cleave::explore {

class ReachChange {
 public:
  ReachChange(const program::Program& program, const std::vector<change::InstructionMarks>& marks);

  // May an execution that stands at the end of this block, and does not go on as it did, still execute a change?
  bool beyond(program::FunctionId function, program::BlockIndex block) const;

 private:
  std::vector<std::vector<bool>> beyond_;  // by function, by block
};

}  // namespace cleave::explore
