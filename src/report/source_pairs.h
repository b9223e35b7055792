// The kept sources of what changed, file beside file: for reports that show both side by side.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "report/material.h"
#include "support/both.h"
#include "support/line_diff.h"

namespace cleave::report {

struct SourcePair {
  Both<std::string> files;  // as changes and places name them; empty: there is no such file
  Both<std::vector<std::string>> lines;
  Both<std::vector<uint32_t>> numbers;  // of these lines: a part of a file may be all that was kept
  std::vector<LineHunk> hunks;          // where the lines differ
};

std::vector<SourcePair> sourcePairs(const Material& material);

// A change with a place in a file of the pair.
bool isOf(const result::Change& change, const SourcePair& pair);
bool isAt(const result::Change& change, const SourcePair& pair, Side side, uint32_t line);

}  // namespace cleave::report
