// Takes the functions out of a module that nothing of interest mentions. Of a large program, a change concerns a small part.
#pragma once

#include <set>
#include <string>

#include <llvm/IR/Module.h>

namespace cleave::optimizer {

// Keeps the functions of these names, whatever variables and aliases mention, and whatever those mention in turn.
void dropUnreachableFunctions(llvm::Module& module, const std::set<std::string>& names);

}  // namespace cleave::optimizer
