// `cleave cc` and `cleave c++`: clang-19 with exactly the words that were given, and where a build asks for it (project/environment.h) the
// record of what was compiled and linked. Whatever goes wrong with the record is told, and changes nothing of what clang did.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "project/arguments.h"

namespace cleave::project {

// Which compiler stands under this name: cleave-cc, and what a build finds first in its PATH (cc, gcc, clang, c++, ...); none: another
// program, for instance cleave itself.
std::optional<DriverMode> compilerNamed(const std::string& name);
const std::vector<std::string>& compilerNames();

// The exit status. Ends by the same signal as clang did.
int runCompiler(DriverMode mode, const std::vector<std::string>& words);

}  // namespace cleave::project
