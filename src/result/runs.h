// Both runs of an input as lines of the source, side by side, as plain data: what a person would write into the margin.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "support/both.h"

namespace cleave::result {

// A line that a run came through.
struct RunStep {
  uint32_t file = 0;  // index in Runs::files
  uint32_t line = 0;
  uint32_t depth = 0;    // of calls, from the entry
  uint64_t skipped = 0;  // lines between the one before and this one that are left out
  // What got another value there, and which; "return": what is returned.
  std::vector<std::pair<std::string, std::string>> values;
};

// Steps that correspond stand in one row; a step that the other version does not have stands alone.
using RunRow = Both<std::optional<RunStep>>;

struct Runs {
  std::vector<std::string> files;
  std::vector<RunRow> rows;
  std::optional<uint32_t> parts;  // the row from which on the runs go different ways; none: they go the same way
  Both<uint64_t> skipped{};       // lines behind the last row
  Both<bool> goesOn{};            // the run was followed no further
};

}  // namespace cleave::result
