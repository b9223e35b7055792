// setjmp and longjmp as plain control flow, on an LLVM module, in the way of exceptions.h: a jump is a call that returns with a note
// (models/jumps.c), and behind every call that may jump the code looks at the note. docs/decisions/027-jumps.md
#pragma once

#include <llvm/IR/Module.h>

#include "exceptions/throwing.h"

namespace cleave::exceptions {

// Before the models are linked: declares what of them is needed. Whether the module jumps at all.
bool wantJumpModels(llvm::Module& module);

// After it, before makeExceptionsPlain: no setjmp or longjmp is left, but for those in functions that are refused.
void makeJumpsPlain(llvm::Module& module, const PointerTargets& targets);

}  // namespace cleave::exceptions
