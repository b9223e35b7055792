// Ends runs that stay in a loop for more than so many iterations.
#pragma once

#include <llvm/IR/Function.h>
#include <llvm/IR/GlobalVariable.h>

namespace cleave::points {

// A run that begins more than `most` iterations of a loop of the function, without having left it, sets the mark and ends with _exit(0).
void boundLoops(llvm::Function& function, uint32_t most, llvm::GlobalVariable& mark);

}  // namespace cleave::points
