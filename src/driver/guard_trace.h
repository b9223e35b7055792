// How an input comes to break a property: its run on after as lines of the source, with what each of them changed.
//
// The code of after is compiled once more with the property and with steps (points/steps.h) in it, and run by the VM on the input. What
// differs between two steps of one call was done by the line of the first of them.
#pragma once

#include <string>
#include <utility>
#include <vector>

#include "driver/options.h"
#include "points/points.h"
#include "result/guard.h"

namespace cleave::driver {

struct TraceRequest {
  const Options& options;  // with the sources of both versions, as they were built
  points::Check check;     // the property
  std::string entry;
  std::vector<std::pair<std::string, std::string>> inputBits;
  const StopFlag* stop = nullptr;
};

struct Traced {
  std::vector<result::TraceStep> steps;
  bool isWhole = true;
};

Expected<Traced> traceViolation(const TraceRequest& request);

}  // namespace cleave::driver
