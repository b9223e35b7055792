// The last steps from a linked module to a program, for those who link something of their own into it.
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

// Adds the library models, runs the pipeline and lowers into version.program; what is not in `own` is marked as `fromModels`.
Status lowerModule(LoadedModule& module, const DefinedNames& own, const LoadOptions& options, Version& version);

}  // namespace cleave::frontend
