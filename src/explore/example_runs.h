// The runs of the examples of groups: each is run once more, and this time followed line by line.
#pragma once

#include <vector>

#include "explore/workbench.h"
#include "result/result.h"

namespace cleave::explore {

// Of the first groups, as far as a small part of the steps goes that the walk took.
void followExamples(Workbench& bench, uint64_t stepsOfWalk, std::vector<result::Group>& groups);

}  // namespace cleave::explore
