// Branches that only choose between values, as selects: `a > b ? a - b : b - a`, `if (x < low) x = low;`, `p && q`. The function computes the
// same, with fewer ways through it; what was computed on one way only is computed on all.
//
// For walks that find too many partitions (explore/merged.h). Others keep the branches: a way through the code is what a reader knows.
#pragma once

#include <functional>
#include <optional>

#include "program/program.h"

namespace cleave::program {

// Whether a condition is defined in every run. Where it is not, the branch is a look at it, which may end the run.
using IsDefined = std::function<bool(Operand)>;
enum class Undefined {
  Stay,   // such branches are not merged
  Merge,  // the select gets the flag kLooks: it may look where the branch would not have, and then the run tells nothing
};

// Nothing: no branch can be merged. The function must be finished (finish.h), and so is the result.
std::optional<Function> mergeBranches(const Function& function, const IsDefined& isDefined, Undefined undefined = Undefined::Stay);

}  // namespace cleave::program
