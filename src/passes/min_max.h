// What -O0 code generation for x86-64 makes of llvm.minnum and llvm.maxnum (C's fmin and fmax where they are called by name). LLVM leaves
// open which of two zeros of different signs comes out; the processor's instruction gives its second operand, and the code generator
// chooses the order. fmin and fmax called through a pointer are the C library's (models/math.c), which chooses again.
//
// Used by the fixed passes and before LLVM's optimiser, which takes both for commutative.
#pragma once

#include <llvm/IR/Function.h>
#include <llvm/IR/IntrinsicInst.h>

namespace cleave::passes {

bool isMinMax(const llvm::IntrinsicInst& call);

// Writes them as comparisons and choices. Those whose order hangs on how the rest of the block is selected stay as they are: the VM ends
// the run where zeros of two signs meet there, and the optimiser proof is refused.
void settleMinMax(llvm::Function& function);

}  // namespace cleave::passes
