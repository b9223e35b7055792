// One run as lines of the source, with the values that its variables get: made of what the VM traced. Code that cleave brings along is left
// out, and so are headers of the system.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "explore/entry.h"
#include "program/program.h"
#include "vm/trace.h"

namespace cleave::explore {

// The run comes to a line, and is there until it comes to another one.
struct LineVisit {
  program::SourceLoc loc;
  program::FunctionId function;
  uint32_t depth = 0;
  size_t first = 0;     // step of the trace
  bool isBack = false;  // from a call
  std::vector<std::pair<std::string, std::string>> values;
};

// In the order of the run.
std::vector<LineVisit> linesOf(const program::Program& program, const Entry& entry, const vm::Trace& trace);

}  // namespace cleave::explore
