// What a tracked run executed, instruction by instruction, for those who want to see how two runs part. Nothing is recorded unless asked
// for.
#pragma once

#include <cstdint>
#include <vector>

#include "program/program.h"

namespace cleave::vm {

struct TraceStep {
  program::FunctionId function;
  program::InstIndex instruction = 0;
  bool hasValue = false;
  U128 bits = 0;             // the result; of a store what is stored, of a branch or a switch what decides, of a return what is returned
  U128 left = 0, right = 0;  // of a comparison: what is compared
};

struct Trace {
  std::vector<TraceStep> steps;
  size_t most = 500'000;  // later steps are left out
  bool isFull() const { return steps.size() >= most; }
};

}  // namespace cleave::vm
