// The inputs that a program names through <cleave.h>, as plain memory operations: copied from a global that the input harness fills.
#pragma once

#include <llvm/IR/Module.h>

namespace cleave::frontend {

// What is not constant stays a call, and ends a run that gets there.
void expandUserInputs(llvm::Module& module);

}  // namespace cleave::frontend
