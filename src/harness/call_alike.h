// A call with the calling convention of the function that is called, and with what its signature says of parameters and result (byval,
// sret, zeroext): a call that lacks them passes arguments elsewhere.
#pragma once

#include <llvm/IR/IRBuilder.h>

#include <vector>

namespace cleave::harness {

llvm::CallInst* callAlike(llvm::IRBuilder<>& builder, llvm::Function& function, const std::vector<llvm::Value*>& arguments);

}  // namespace cleave::harness
