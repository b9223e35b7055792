// Signed overflow as an end of the run: each sum, difference and product of signed numbers is followed by a test, and where it does not fit
// the run ends undefined (vm::TrapKind::SignedOverflow). On an LLVM module as clang makes it, where `nsw` says which operations are signed.
#pragma once

#include <llvm/IR/Module.h>

namespace cleave::frontend {

void checkSignedOverflow(llvm::Module& module);
// The same test for native builds, which go on: where an operation does not fit, kOverflowNoted is called first, and the sanitized build reports it.
inline constexpr const char* kOverflowNoted = "cleave_native_signed_overflow";
void noteSignedOverflow(llvm::Module& module);
// No operation says any more that it does not overflow: what is compiled from the module wraps.
void forgetSignedness(llvm::Module& module);

}  // namespace cleave::frontend
