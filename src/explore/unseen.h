// What two versions may show and no comparison of observations sees, though every partition is equal: a pointer to a function that differs
// is the same pointer to whoever looks at it, and how often a volatile object is read or written shows to whoever watches it. Asked once,
// by the record, before it calls the versions equivalent.
#pragma once

#include <string>

#include "explore/explore.h"

namespace cleave::explore {

// Why equal partitions do not mean equal versions; empty when they do. `tracking` may be null: then every global counts as written.
std::string unseenDifference(const Task& task, const Tracking* tracking);

}  // namespace cleave::explore
