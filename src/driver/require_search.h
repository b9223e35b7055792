// Tests for requirements that no test satisfies. The predicates are compiled into after, just before the change (points::insertGoals), and an
// entry is explored for inputs on which they hold there: the changed function if it has an input plan, else the nearest caller that has one, or main.
//
//   found        the input is run natively, with the predicates compiled in, and those that it satisfies there are written down
//   infeasible   exploration covered every input of the changed function, or of the program, and none does
//   else         how near it came: whether the change is reached at all, and what of the predicate never held
#pragma once

#include <vector>

#include "driver/require_analysis.h"

namespace cleave::driver {

// `which` of `changes` are those of the versions that `options` has; `result` has all of them, in the same order.
Status searchTests(const RequireOptions& options, std::vector<AnalysedChange>& changes, const std::vector<size_t>& which, const Listeners& listeners,
                   const StopFlag* stop, result::RequireResult& result);

}  // namespace cleave::driver
