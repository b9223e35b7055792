// The points of a module in a bitcode file, and checks of properties at them.
//
// The module is as clang makes it at -O0 with debug information, before any pass. No LLVM is seen from outside.
#pragma once

#include <filesystem>
#include <optional>
#include <string>
#include <vector>

#include "points/property.h"
#include "probes/point.h"
#include "support/expected.h"

namespace cleave::points {

// Of the functions with these names (the linker's or the source's), or of all. In the order of the module: of each function the entry,
// exits, loops, calls.
Expected<std::vector<probes::Point>> pointsOf(const std::filesystem::path& bitcode, const std::vector<std::string>& functions = {});

// The points of the module that those of another version, or of another level of optimisation, stand for; none where one is gone.
Expected<std::vector<std::optional<probes::Point>>> findPoints(const std::filesystem::path& bitcode, const std::vector<probes::Point>& points);

struct Check {
  probes::Point point;  // as pointsOf or a log has it; it may stem from another version, or from another level of optimisation
  Node property;        // over the point's variables
  uint32_t number = 0;
};

struct Unplaced {
  uint32_t number = 0;
  std::string reason;
};

// Writes the module with the checks in it: where the property with number K does not hold, the global
//     unsigned char cleave_property_K
// becomes 1 and the run goes on. With `unwind`, a run in which a loop of the module begins more than so many iterations at one go, or a function
// of it calls itself deeper than that, ends there: it sets cleave_property_cut and calls _exit(0); the number is in `unsigned cleave_property_bound`. What could not be placed (the point is gone, a variable is, or it cannot be
// computed) is listed; nothing may be claimed of it.
Expected<std::vector<Unplaced>> insertChecks(const std::filesystem::path& bitcode, const std::vector<Check>& checks,
                                             const std::filesystem::path& output, uint32_t unwind = 0);

}  // namespace cleave::points
