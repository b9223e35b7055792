// The points of a module in a bitcode file, and checks of properties at them.
//
// The module is as clang makes it at -O0 with debug information, before any pass. No LLVM is seen from outside.
#pragma once

#include <filesystem>
#include <optional>
#include <string>
#include <vector>

#include "points/circuit.h"
#include "points/property.h"
#include "probes/point.h"
#include "support/expected.h"

namespace cleave::points {

// Of the functions with these names (the linker's or the source's), or of all. In the order of the module: of each function the entry,
// exits, loops, calls.
Expected<std::vector<probes::Point>> pointsOf(const std::filesystem::path& bitcode, const std::vector<std::string>& functions = {});

// The points of the module that those of another version, or of another level of optimisation, stand for; none where one is gone. Of points of
// kind Statement function, line and column are enough: just before the code that begins there. The names of their variables are paths
// (`p->queues[3].first->count`) of what is to be among the variables there besides what always is, where it can be read.
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
//
// With `cut`, loops are cut instead (private/cut_loops.h), and what holds then in every run of the module holds of all iterations: of a property at
// the head of a loop that is assumed to hold there, which is what `unsigned char cleave_property_assumed_K` says, at the beginning of each if it does
// at its end. Those that are not understood, and recursion, keep their bound. The numbers, of which no two units may share one, go on.
struct LoopNumbers {
  uint32_t loop = 0;
  uint32_t slot = 0;
};
Expected<std::vector<Unplaced>> insertChecks(const std::filesystem::path& bitcode, const std::vector<Check>& checks,
                                             const std::filesystem::path& output, uint32_t unwind = 0, LoopNumbers* cut = nullptr);

// Something that a run may come to: just before a statement, predicates hold.
struct Goal {
  probes::Point point;  // as findPoints has it, a Statement
  Circuit circuit;      // over its variables; without roots: coming there is enough
  uint32_t number = 0;
};

// Writes the module with code that looks for the goals: where a run comes to a goal's point and the first root is true and no other one is false, the
// mark of its number becomes 1. All `marks` are there afterwards, also where nothing sets them. `stopAt`: the run ends there with _exit(kGoalStatus).
// The bound on loops is that of insertChecks.
inline constexpr int kGoalStatus = 97;
Expected<std::vector<Unplaced>> insertGoals(const std::filesystem::path& bitcode, const std::vector<Goal>& goals, const std::vector<uint32_t>& marks,
                                            const std::filesystem::path& output, uint32_t unwind, std::optional<uint32_t> stopAt = std::nullopt);

}  // namespace cleave::points
