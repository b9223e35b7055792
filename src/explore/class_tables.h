// Tables of virtual functions that stand for the same class in both versions. Whoever is shown an object may call what its table holds, as it
// may call any other function of the program with it: these are compared on their own, each as an entry of the same run. Then the table is no
// more than the name of a class. Where a slot holds another function (an override that came or went), or one that is not compared on its own,
// it is more.
#pragma once

#include <set>

#include "explore/explore.h"

namespace cleave::explore {

class ClassTables {
 public:
  explicit ClassTables(const Task& task) : task_(task) {}

  bool areInBoth(Side side, program::GlobalId table) const;
  // A table of this version says the same of the class in the other one.
  bool areAlike(Side side, program::GlobalId table) const;

 private:
  using Seen = std::set<std::pair<uint32_t, uint32_t>>;
  bool sameGlobal(program::GlobalId before, program::GlobalId after, Seen& seen) const;
  bool sameTarget(const program::Relocation& before, const program::Relocation& after, Seen& seen) const;

  const Task& task_;
};

}  // namespace cleave::explore
