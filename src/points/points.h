// The points of a module in a bitcode file, and checks of properties at them.
//
// The module is as clang makes it at -O0 with debug information, before any pass. No LLVM is seen from outside.
#pragma once

#include <filesystem>
#include <string>
#include <vector>

#include "points/property.h"
#include "probes/point.h"
#include "support/expected.h"

namespace cleave::points {

// Of the functions with these names (the linker's or the source's), or of all. In the order of the module: of each function the entry, exits, loops, calls.
Expected<std::vector<probes::Point>> pointsOf(const std::filesystem::path& bitcode, const std::vector<std::string>& functions = {});

struct Check {
  probes::Point point;  // as pointsOf or a log has it; it may stem from another version, or from another level of optimisation
  Node property;        // over the point's variables
  uint32_t number = 0;
};

struct Unplaced {
  uint32_t number = 0;
  std::string reason;
};

// Writes the module with the checks in it: where a property does not hold, the byte with its number in
//     unsigned char cleave_violated[count]
// becomes 1. What could not be placed (the point is gone, a variable is, or it cannot be computed) is listed, and nothing is claimed of it.
Expected<std::vector<Unplaced>> insertChecks(const std::filesystem::path& bitcode, const std::vector<Check>& checks, uint32_t count,
                                             const std::filesystem::path& output);

}  // namespace cleave::points
