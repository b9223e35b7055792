// From the words that a run wrote down at its steps (points/steps.h) to lines with what they changed.
#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "probes/point.h"
#include "result/guard.h"

namespace cleave::driver {

struct StepWords {
  std::vector<uint64_t> ring;
  uint64_t written = 0;  // words; more than the ring has: the first ones are lost
};

struct StepList {
  std::vector<result::TraceStep> steps;  // in the order of the run
  bool isWhole = true;
};

// `points`: by number of the step.
StepList readSteps(const StepWords& words, const std::vector<probes::Point>& points);

}  // namespace cleave::driver
