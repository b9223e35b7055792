#include "passes/unused.h"

#include <llvm/IR/InstIterator.h>
#include <llvm/IR/Instructions.h>
#include <llvm/IR/Operator.h>

#include <algorithm>
#include <vector>

namespace cleave::passes {

namespace {

// As the selection of instructions sees it. (A volatile read counts as a write there.)
bool isLeftOut(const llvm::Instruction& inst, bool keepSums) {
  if (!inst.use_empty() || inst.isTerminator() || inst.isEHPad() || inst.mayWriteToMemory()) return false;
  if (llvm::isa<llvm::CallBase, llvm::AllocaInst, llvm::PHINode>(inst)) return false;
  const auto* sum = llvm::dyn_cast<llvm::OverflowingBinaryOperator>(&inst);
  return !(keepSums && sum != nullptr && sum->hasNoSignedWrap());
}

}  // namespace

void dropUnused(llvm::Function& function, bool keepSums) {
  std::vector<llvm::Instruction*> unused;
  for (llvm::Instruction& inst : llvm::instructions(function))
    if (isLeftOut(inst, keepSums)) unused.push_back(&inst);
  while (!unused.empty()) {
    llvm::Instruction* inst = unused.back();
    unused.pop_back();
    std::vector<llvm::Instruction*> operands;
    for (llvm::Value* operand : inst->operands())
      if (auto* own = llvm::dyn_cast<llvm::Instruction>(operand); own != nullptr && std::ranges::find(operands, own) == operands.end())
        operands.push_back(own);
    inst->eraseFromParent();
    for (llvm::Instruction* own : operands)
      if (isLeftOut(*own, keepSums)) unused.push_back(own);
  }
}

}  // namespace cleave::passes
