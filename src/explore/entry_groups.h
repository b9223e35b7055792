// The groups of an entry's partitions (groups/groups.h): brings what the walk knows into their form, and adds how large they are.
#pragma once

#include <string>
#include <vector>

#include "groups/groups.h"

#include "explore/flips.h"
#include "explore/workbench.h"
#include "result/result.h"

namespace cleave::explore {

// Takes a moment of what is left of the budget, or a short one past it. `places`: see part_place.h; `covered`: the partitions hold every
// input.
std::vector<groups::Grouped> groupsOf(Workbench& bench, const std::vector<result::Partition>& partitions, const std::vector<Path>& paths,
                                    const std::vector<std::string>& places, bool covered);

std::vector<groups::Cell> cellsOf(const Entry& entry);
// A conjunction in the words of the source (groups/words.h).
std::string conditionWords(const Entry& entry, expr::ExprPool& pool, const std::vector<expr::ExprId>& literals);

}  // namespace cleave::explore
