// Differences of a result as expressions that a user can accept (driver/accepted.h): where a group differs, and what after returns there.
#pragma once

#include <string>
#include <vector>

#include "result/result.h"

namespace cleave::report {

struct Acceptable {
  std::string name;   // "f:1": the function and a number, from 1
  std::string entry;
  std::string when;   // C; empty: there is no expression that says it
  std::string shown;  // an input, and what both versions do
};

// Groups that differ and are not known to be intended. A group whose condition is not exact has that of each of its partitions, if they are few.
std::vector<Acceptable> acceptable(const result::EntryResult& entry);

}  // namespace cleave::report
