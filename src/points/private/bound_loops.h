// Ends runs that stay in a loop for more than so many iterations, or call themselves deeper than so many times.
#pragma once

#include <llvm/IR/Module.h>

#include <cstdint>
#include <set>

namespace cleave::points {

// A run that begins more iterations of a loop of the module than that, without having left it, or in which a function calls itself (perhaps by way
// of others of the module) more often without having returned, sets the mark "cut" and ends with _exit(0). How many
// is a variable, so that who runs the module may lower it; other modules of the program have it, too. 0: nothing is done.
// Loops with headers in `except` are left alone.
void boundLoops(llvm::Module& module, uint32_t iterations, const std::set<const llvm::BasicBlock*>& except = {});

}  // namespace cleave::points
