// How an entry is explored.
#pragma once

#include <cstdint>
#include <string>
#include <utility>
#include <vector>

#include "support/budget.h"
#include "vm/limits.h"
#include "vm/rules.h"

namespace cleave::explore {

enum class Strategy {
  Prv,      // both versions, adjacent partitions, then the coverage question
  Dart,     // all paths of after; before is run on the same inputs
  Express,  // only those paths of after that may execute a change
};

enum class Granularity {
  Path,          // partitions by the decisions of both runs
  Output,        // by the decisions that the observations rely on
  Differential,  // by those that the difference relies on: values computed alike in both versions are cut off
};

// An input that is known from elsewhere: cells by name, each as a pattern of bits, "0x1f". Cells that are not named are zero.
using SeedInput = std::vector<std::pair<std::string, std::string>>;

struct Options {
  Strategy strategy = Strategy::Prv;
  Granularity granularity = Granularity::Differential;  // of Prv; the others follow paths
  Seconds budget{60};
  Clock::time_point latest = Clock::time_point::max();  // of the budget's end, however long the walk was made to rest
  Seconds solverTimeout{5};
  Seconds concretePhase{0.1};
  vm::Rules rules;                // all on, but for tests that leave one out
  uint64_t maxPartitions = 0;     // 0: no limit
  uint64_t mergeAfter = 16;       // Differential: so many partitions, and branches are merged for the rest (merged.h); 0: never
  uint64_t stageAfter = 64;       // Prv: so many partitions, or a third of the budget, and small inputs come first (stages.h); 0: never
  uint64_t directAfter = 16;      // Prv: so many partitions, and the walk goes where changes are near, with a search beside it; 0: never
  uint64_t maxLiterals = 20'000;  // a path with more decisions is given up as unfinished
  uint64_t seed = 1;
  bool overflowIsUndefined = false;  // the programs end where a signed operation overflows
  bool refines = false;              // where before is undefined, after may do anything
  bool readableWitnesses = true;     // Prv: prefer members that are easy to read, at the price of further questions
  bool untilDifference = false;      // the first difference that is confirmed ends the walk
  bool smallFlips = true;            // adjacent inputs are small numbers, at the price of further questions
  bool summarises = true;            // what is found is put into groups, and how much of the input space it is gets estimated
  std::vector<SeedInput> seeds;      // looked at first; what does not fit is left out
  vm::RunLimits limits;
};

}  // namespace cleave::explore
