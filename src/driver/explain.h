// `cleave explain`: why an input behaves differently, down to branches, values and parts of the change.
#pragma once

#include "driver/listeners.h"
#include "driver/options.h"
#include "driver/test_inputs.h"
#include "result/explanation.h"

namespace cleave::driver {

struct ExplainOptions : Options {
  TestInput test;
  bool paths = false;   // conditions of whole paths, not of what the difference relies on
  bool causes = true;   // build hybrids
  size_t branches = 5;  // at most so many are reported; 0: all
};

Expected<result::Explanation> explain(const ExplainOptions& options, const Listeners& listeners, const StopFlag* stop);

}  // namespace cleave::driver
