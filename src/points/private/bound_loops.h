// Ends runs that stay in a loop for more than so many iterations, or call themselves deeper than so many times.
#pragma once

#include <llvm/IR/Function.h>
#include <llvm/IR/GlobalVariable.h>
#include <llvm/IR/Module.h>

namespace cleave::points {

// A run that begins more iterations of a loop of the function than `most` holds, without having left it, sets the mark and ends with _exit(0).
void boundLoops(llvm::Function& function, llvm::GlobalVariable& most, llvm::GlobalVariable& mark);

// So does one in which a function of the module calls itself, perhaps by way of others of the module, more often than that without having returned.
// Who is called through a pointer, or by way of another module, is not seen.
void boundRecursion(llvm::Module& module, llvm::GlobalVariable& most, llvm::GlobalVariable& mark);

}  // namespace cleave::points
