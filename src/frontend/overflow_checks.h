// Signed overflow as an end of the run: each sum, difference and product of signed numbers is followed by a test, and where it does not fit
// the run ends undefined (vm::TrapKind::SignedOverflow). On an LLVM module as clang makes it, where `nsw` says which operations are signed.
#pragma once

#include <llvm/IR/Module.h>

namespace cleave::frontend {

void checkSignedOverflow(llvm::Module& module);
// No operation says any more that it does not overflow: what is compiled from the module wraps.
void forgetSignedness(llvm::Module& module);

}  // namespace cleave::frontend
