// The example of a group of differences: of its members, an input that a person would write. Like every witness it is run, natively, too;
// one that does not differ there is not shown.
#pragma once

#include <vector>

#include "explore/explore.h"
#include "explore/flips.h"
#include "explore/workbench.h"
#include "result/result.h"

namespace cleave::explore {

// Replaces examples by nicer ones, as long as the budget lasts. Groups and partitions are those of the paths.
void chooseExamples(Workbench& bench, const Listeners& listeners, const std::vector<result::Partition>& partitions,
                    const std::vector<Path>& paths, std::vector<result::Group>& groups);

}  // namespace cleave::explore
