// The cells that are worth looking at after any run of an entry, from the types alone: the scalars of the result, and those of the global
// variables that both versions have, with one initial value. Not what pointers lead to: that depends on the run.
#pragma once

#include <vector>

#include "native/saved.h"
#include "program/program.h"

namespace cleave::driver {

struct StaticCells {
  std::vector<native::SavedCell> before;
  std::vector<native::SavedCell> after;
};

StaticCells staticCells(const program::Program& before, const program::Function& beforeFunction, const program::Program& after,
                        const program::Function& afterFunction);

}  // namespace cleave::driver
