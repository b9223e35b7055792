// Writes the functions that an input plan asks for as stubs (inputs/plan.h).
#pragma once

#include <llvm/IR/Module.h>

#include "inputs/plan.h"

namespace cleave::harness {

void writeStub(llvm::Module& module, const inputs::Stub& stub, llvm::Constant& calls, llvm::Constant* results);

}  // namespace cleave::harness
