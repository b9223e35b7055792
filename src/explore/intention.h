// An intention: which differences the user wants. It is a condition over the inputs and over what both versions return. A difference is as
// intended where that holds; a version that returns nothing there (it traps, it exits, its result is not the same expression on the whole
// partition) may as well return anything.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "explore/claim.h"
#include "explore/entry.h"
#include "explore/pair_runner.h"
#include "support/budget.h"
#include "support/expected.h"

namespace cleave::explore {

// Adds it to the entry. `function` takes the cells of after and then the results that are `named`.
Status intend(Entry& entry, const program::Program& program, program::FunctionId function, const std::vector<std::string>& words,
              Both<bool> named, expr::ExprPool& pool, const StopFlag* stop);

// Holds for the members of a partition that are not intended, if there are any: the question whether there is one. `run` is of the
// partition, with expressions over the input cells.
std::vector<expr::ExprId> notIntended(const Intention& intention, const Claim& claim, const PairRun& run, expr::ExprPool& pool);

}  // namespace cleave::explore
