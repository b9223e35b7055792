// Which parts of a change cause a difference, confirmed by experiment: hybrids of the two versions, with some of the changed parts of the
// text applied to before, are compiled and run natively on the input. A smallest set of parts that makes before behave otherwise is a
// cause.
#pragma once

#include "driver/options.h"
#include "driver/test_inputs.h"
#include "result/explanation.h"
#include "support/budget.h"

namespace cleave::driver {

// `options` names one entry. Fills in hunks, causes and what is said of them. Hybrids that do not compile tell nothing.
void findCauses(const Options& options, const TestInput& test, const Budget& budget, result::Explanation& explanation);

}  // namespace cleave::driver
