// One of the runs of a group's example as lines with words, for reports that show one version at a time.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "result/runs.h"

namespace cleave::report {

struct RunLine {
  std::string file;
  uint32_t line = 0;
  uint32_t depth = 0;
  std::string message;  // "x = 3, p = line + 1"; "comes here" where nothing is to be said
};

// Of long ones the first and the last lines: what is left out is said of the line that follows.
std::vector<RunLine> linesOfRun(const result::Runs& runs, Side side);

// "x = 3", "returns 3".
std::string valueText(const std::pair<std::string, std::string>& value);

}  // namespace cleave::report
