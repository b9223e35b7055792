// `cleave reduce`: of the tests that are computed in the same way (one version), or in whose partition the versions behave alike (two),
// one is enough.
#pragma once

#include <string>
#include <vector>

#include "driver/listeners.h"
#include "driver/options.h"
#include "driver/test_inputs.h"
#include "result/reduction.h"

namespace cleave::driver {

struct ReduceOptions : Options {  // one entry; `after` is empty for one version
  std::vector<TestInput> tests;
};

Expected<result::Reduction> reduce(const ReduceOptions& options, const Listeners& listeners, const StopFlag* stop);

}  // namespace cleave::driver
