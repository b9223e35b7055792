// The result for a person at a terminal. What one wants to know first comes first: the verdict in a line; then the partitions, differences
// before all else, each with a call that shows it; then what exactly is claimed, and what it cost.
#pragma once

#include <string>

#include "report/entry_lines.h"
#include "result/result.h"

namespace cleave::report {

struct TextOptions {
  unsigned width = 100;  // of the terminal
  bool color = false;
  bool all = false;  // every partition; else at most mostRows, with long conditions cut
  unsigned mostRows = 20;
  bool summary = false;  // several functions: a row for each, and nothing else of them
};

std::string toText(const result::Result& result, const TextOptions& options);
// The same, where entries are asked for one at a time, with no more partitions than are shown; `result` has them without.
std::string toText(const result::Result& result, const ShowEntry& show, const TextOptions& options);

}  // namespace cleave::report
