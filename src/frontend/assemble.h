// The last steps from a linked module to a program, also for those who add something of their own to a program later on.
#pragma once

#include <set>
#include <string>

#include "frontend/frontend.h"
#include "frontend/link.h"
#include "support/expected.h"

namespace cleave::frontend {

// What the user's own files define.
struct DefinedNames {
  std::set<std::string> functions;
  std::set<std::string> globals;
};
DefinedNames definedNames(const llvm::Module& module);

// Adds the library models, runs the passes and lowers the module into version.program; what is not in `own` is marked as `fromModels`.
// A program that is there already grows: what it has keeps its number and its code, and what the module only declares, or the models
// define once more, is the program's. Names that are local to the module are its own.
Status lowerModule(LoadedModule& module, const DefinedNames& own, const LoadOptions& options, Version& version);

}  // namespace cleave::frontend
