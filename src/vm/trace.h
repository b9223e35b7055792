// What a tracked run executed, instruction by instruction, for those who want to see how two runs part, and what variables are on the way.
// Nothing is recorded unless asked for.
#pragma once

#include <cstdint>
#include <vector>

#include "program/program.h"

namespace cleave::vm {

struct TraceStep {
  program::FunctionId function;
  program::InstIndex instruction = 0;
  bool hasValue = false;
  uint32_t depth = 0;        // of calls
  U128 bits = 0;             // the result; of a store what is stored, of a branch or a switch what decides, of a return what is returned
  U128 left = 0, right = 0;  // of a comparison: what is compared; of a store: the address
};

// A variable got a value, or its place (program::VariableNote).
struct TraceNote {
  size_t step = 0;  // before this one
  program::FunctionId function;
  uint32_t depth = 0;
  uint32_t note = 0;
  bool isKnown = false;  // `bits` are the value, or the address
  uint64_t bits = 0;
};

struct Trace {
  std::vector<TraceStep> steps;
  std::vector<TraceNote> notes;
  TraceStep last;         // what was begun last: it may have ended the run
  size_t most = 500'000;  // later steps are left out
  bool isFull() const { return steps.size() >= most; }
};

}  // namespace cleave::vm
