// Where guard looks: functions that changed, those around them, and those whose inputs proofs start from.
#pragma once

#include <set>
#include <string>
#include <vector>

#include "change/change.h"
#include "frontend/frontend.h"

namespace cleave::driver {

struct GuardScope {
  std::set<std::string> changed;     // linker names; of both versions
  std::set<std::string> watched;     // these, their callers and callees, so many calls away
  std::vector<std::string> entries;  // as the source says: in both versions; those nearest to a change first
  bool isEmpty() const { return changed.empty(); }
};

GuardScope findScope(const frontend::VersionPair& versions, const change::Changes& changes, unsigned calls);

// The functions that may be called from `entry` on, itself included; linker names.
std::set<std::string> reachedFrom(const program::Program& program, program::FunctionId entry);

// Some of them may call it again, or hand its address on.
bool mayCallItself(const program::Program& program, program::FunctionId entry);

}  // namespace cleave::driver
