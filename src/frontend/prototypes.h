// What the source says of functions that it declares and does not define. Debug information of the compiler leaves them out, so each file
// is compiled once more, with a variable of each function's type at its end.
#pragma once

#include <llvm/IR/DebugInfoMetadata.h>

#include <map>
#include <optional>
#include <set>
#include <string>
#include <vector>

#include "frontend/compile.h"
#include "program/environment.h"

namespace cleave::frontend {

// By linker name; only types are filled in. What no file tells of, or cannot be passed as numbers and pointers, is missing.
using Prototypes = std::map<std::string, program::EnvironmentFunction>;

// Of C functions (and extern "C" ones). `jobs` are those of the sources, and have run.
Prototypes readPrototypes(const Sources& sources, const std::vector<CompileJob>& jobs, const std::set<std::string>& names,
                          const std::string& label, const LoadOptions& options);

// Result, then parameters.
std::optional<program::EnvironmentFunction> describePrototype(const std::string& name, const llvm::DISubroutineType& type);

}  // namespace cleave::frontend
