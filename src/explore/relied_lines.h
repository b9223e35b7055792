// Which lines of the source a partition relies on: those whose decisions its condition is made of.
#pragma once

#include <set>
#include <string>
#include <vector>

#include "explore/claim.h"
#include "explore/explore.h"

namespace cleave::explore {

// As result::Partition has them. `task` has the programs that were run.
Both<std::vector<std::string>> reliedLines(const Task& task, const PairRun& run, const Claim& claim);

// "3,5,9-12".
std::string rangesText(const std::set<uint32_t>& lines);

}  // namespace cleave::explore
