// What two versions may show and no comparison of observations sees, though every partition is equal: a pointer to a function that differs
// is the same pointer to whoever looks at it, and how often a volatile object is read or written shows to whoever watches it. Asked once,
// by the record, before it calls the versions equivalent.
#pragma once

#include <set>
#include <string>

#include "explore/explore.h"

namespace cleave::explore {

struct Unseen {
  std::string difference;         // why equal partitions do not mean equal versions; empty when they do
  // What differs, and is compared as an entry of the same run: pointers to it count as the same.
  std::set<std::string> functions;
  std::set<std::string> classes;  // with such virtual functions (class_tables.h)
};

// `tracking` may be null: then every global counts as written.
Unseen findUnseen(const Task& task, const Tracking* tracking);

}  // namespace cleave::explore
