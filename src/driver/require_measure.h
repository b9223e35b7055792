// Requirements measured on the tests: which of them satisfy which, which come to a change at all, and in which order to run them.
#pragma once

#include <vector>

#include "driver/require_analysis.h"

namespace cleave::driver {

// The changes in `result` are those of `changes`, in the same order.
Status measure(const RequireOptions& options, const Samples& samples, std::vector<AnalysedChange>& changes, const Listeners& listeners, const StopFlag* stop,
               result::RequireResult& result);

// Changes that no test reaches stand first.
void putUnreachedFirst(result::RequireResult& result);

}  // namespace cleave::driver
