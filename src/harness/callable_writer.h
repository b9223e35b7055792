// The functions by which a std::function that holds a pointer to a function is called and copied, as GCC's library would have made them.
#pragma once

#include <string>

#include <llvm/IR/Module.h>

#include "inputs/plan.h"

namespace cleave::harness {

// Why not; empty: they are there.
std::string writeCallable(llvm::Module& module, const inputs::Callable& callable);

}  // namespace cleave::harness
