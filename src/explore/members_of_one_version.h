// Members that structures have in one version only: what a version adds to a structure, the other cannot show. Such a member is no
// difference of the entry, like a global variable of one version; the guarantee names it. Used by the pair runner, before it compares what
// two runs show.
#pragma once

#include <set>
#include <string>
#include <string_view>

#include "program/program.h"

namespace cleave::explore {

struct OtherMembers {
  bool any = false;  // some structure that both have has a member in one of them only
  // Names of members that one version has and the other does not, nowhere, and in a structure that both have and that has lost nothing of such
  // a type for it: else a member may have been renamed, and then its value counts.
  std::set<std::string> alone;
};
OtherMembers membersOfOneVersion(const program::Program& before, const program::Program& after);

// The member of these that the name of a cell leads through ("p->options.added[2]"); empty: none.
std::string_view memberIn(std::string_view cell, const std::set<std::string>& members);

}  // namespace cleave::explore
