// Keeps track at run time of which bytes of local variables were written, for those of which the code alone does not tell: a word for each,
// with a bit for each byte (initialised.h), set where the variable is written and cleared where it is declared.
#pragma once

#include <llvm/IR/IRBuilder.h>

#include <map>

#include "points/private/scan.h"

namespace cleave::points {

// Our own code: sanitizers leave it alone, and it has the place of whatever it stands before.
class Builder : public llvm::IRBuilder<llvm::ConstantFolder, llvm::IRBuilderCallbackInserter> {
 public:
  explicit Builder(llvm::Instruction* before)
      : IRBuilder(before->getContext(), llvm::ConstantFolder(), llvm::IRBuilderCallbackInserter(mark)) {
    SetInsertPoint(before);
  }

 private:
  static void mark(llvm::Instruction* inst) {
    inst->setMetadata(llvm::LLVMContext::MD_nosanitize, llvm::MDNode::get(inst->getContext(), {}));
  }
};

class Shadows {
 public:
  // For those that the presence of something hangs on.
  explicit Shadows(FunctionSites& sites);

  // Writes into the shadows; once, after the code at points was inserted: where a variable is written at the very instruction that a point
  // stands before, it is not written there yet.
  void follow(const FunctionSites& sites);

  // An i1: is it all written? Null: it is.
  llvm::Value* isPresent(Builder& builder, const Presence& presence) const;

 private:
  std::map<const llvm::AllocaInst*, llvm::AllocaInst*> shadows_;
};

}  // namespace cleave::points
