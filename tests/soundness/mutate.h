// A changed version of a generated program. Some mutations keep the meaning, some change it for few inputs, some for all; which is for the
// native oracle to say.
#pragma once

#include <string>

#include "gen_program.h"

namespace cleave::soundness {

// Makes the entry a row of ways that return one of a few values, some of which are nearly the same.
void makeWays(Program& program, Random& random, const GenOptions& options);

// Applies one to four mutations, mostly one. `what` names them.
Program mutate(const Program& program, Random& random, const GenOptions& options, std::string& what);

}  // namespace cleave::soundness
