// Operations of which the code generator may make others, with the same results but for the sign of a NaN: a - (-b) becomes a + b, x * -1.0
// becomes -x, -(x * 2) becomes x * -2, and what has a NaN for a constant is folded. At -O0 it does so only in blocks that it cannot select
// one instruction at a time, so the source does not tell. Variables are still in memory then: only parts of one expression meet.
//
// The VM ends the run where the sign of such a NaN would show. Used by the fixed passes, before variables become values.
#pragma once

#include <llvm/IR/Function.h>

namespace cleave::passes {

void markOpenNans(llvm::Function& function);
bool hasOpenNan(const llvm::Instruction& inst);

}  // namespace cleave::passes
