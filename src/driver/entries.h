// Which functions to compare: those the user names, or every function that exists in both versions and may behave differently.
#pragma once

#include <string>
#include <vector>

#include "change/change.h"
#include "program/program.h"
#include "support/expected.h"

namespace cleave::driver {

struct EntryFunctions {
  program::FunctionId before;
  program::FunctionId after;
  bool sameCode = false;  // the function and all it may call are the same in both versions
};

Expected<std::vector<EntryFunctions>> selectEntries(const program::Program& before, const program::Program& after,
                                                    const change::Changes& changes, const std::vector<std::string>& names);

}  // namespace cleave::driver
