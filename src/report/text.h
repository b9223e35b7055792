// The result for a person at a terminal. What one wants to know first comes first: the verdict in a line; then the partitions, differences
// before all else, each with a call that shows it; then what exactly is claimed, and what it cost.
#pragma once

#include <string>

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
// The same, where entries are asked for one at a time; `result` has them without partitions.
std::string toText(const result::Result& result, const result::WholeEntry& whole, const TextOptions& options);

}  // namespace cleave::report
