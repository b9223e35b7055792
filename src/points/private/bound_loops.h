// Ends runs that stay in a loop for more than so many iterations.
#pragma once

#include <llvm/IR/Function.h>
#include <llvm/IR/GlobalVariable.h>

namespace cleave::points {

// A run that begins more iterations of a loop of the function than `most` holds, without having left it, sets the mark and ends with _exit(0).
void boundLoops(llvm::Function& function, llvm::GlobalVariable& most, llvm::GlobalVariable& mark);

}  // namespace cleave::points
