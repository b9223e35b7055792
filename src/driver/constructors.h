// Static constructors that have nothing to do with what is looked at. A program of tests registers them with a library before main, which nobody can follow;
// a function that mentions nothing that these constructors mention is looked at without them.
#pragma once

#include <vector>

#include "driver/prepare.h"
#include "program/program.h"

namespace cleave::driver {

// Said of results where some were dropped.
inline constexpr const char* kUnrelatedConstructors = "static constructors leave variables alone that they do not mention";

// True: some were. The code of `entries`, and of all that it mentions, shares no variable with them.
bool dropUnrelatedConstructors(program::Program& program, const std::vector<program::FunctionId>& entries);
// Of both versions, for all entries.
bool dropUnrelatedConstructors(Prepared& prepared);

}  // namespace cleave::driver
