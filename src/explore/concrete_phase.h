// The concrete phase: before any solver is asked, a moment of plain concrete runs of both versions. Most simple differences show at once
// that way, and inputs that take new paths are good places to start from.
#pragma once

#include <vector>

#include "explore/explore.h"
#include "explore/input_source.h"

namespace cleave::explore {

struct Seed {
  expr::Assignment input;
  bool differs = false;
};

struct ConcretePhase {
  std::vector<Seed> seeds;  // those that differ first
  uint64_t runs = 0;
  uint64_t steps = 0;
};

ConcretePhase runConcretePhase(PairRunner& runner, InputSource& source, expr::ExprPool& pool, const Options& options, const StopFlag* stop);

}  // namespace cleave::explore
