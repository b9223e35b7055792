// Where the two runs of an input part, as a place of the source: cheap enough for every partition, and good enough to tell which of them
// belong together. parting.h tells it for people, by the steps of both runs.
#pragma once

#include <string>

#include "explore/explore.h"

namespace cleave::explore {

// The first decision of after that before did not make at the same point, or else the first of before: "after.c:17", "before before.c:9".
// Empty: all decisions are the same. `task` has the programs that were run.
std::string partPlace(const Task& task, const PairRun& run);

}  // namespace cleave::explore
