#include "frontend/overflow_checks.h"

#include <llvm/IR/IRBuilder.h>
#include <llvm/IR/InstIterator.h>
#include <llvm/IR/Instructions.h>
#include <llvm/IR/Intrinsics.h>
#include <llvm/IR/Operator.h>
#include <llvm/Transforms/Utils/BasicBlockUtils.h>

#include <vector>

namespace cleave::frontend {
namespace {

constexpr const char* kOverflow = "cleave_vm_signed_overflow";

bool isSigned(const llvm::Instruction& inst) {
  const auto* operation = llvm::dyn_cast<llvm::OverflowingBinaryOperator>(&inst);
  if (operation == nullptr || !operation->hasNoSignedWrap() || !inst.getType()->isIntegerTy()) return false;
  const unsigned opcode = inst.getOpcode();
  return opcode == llvm::Instruction::Add || opcode == llvm::Instruction::Sub || opcode == llvm::Instruction::Mul;
}

llvm::Intrinsic::ID checkedOf(const llvm::Instruction& inst) {
  if (inst.getOpcode() == llvm::Instruction::Add) return llvm::Intrinsic::sadd_with_overflow;
  return inst.getOpcode() == llvm::Instruction::Sub ? llvm::Intrinsic::ssub_with_overflow : llvm::Intrinsic::smul_with_overflow;
}

void check(llvm::Instruction& inst, llvm::FunctionCallee overflow, bool ends) {
  llvm::IRBuilder<> builder(&inst);
  llvm::Value* checked = builder.CreateBinaryIntrinsic(checkedOf(inst), inst.getOperand(0), inst.getOperand(1));
  llvm::Instruction* end = llvm::SplitBlockAndInsertIfThen(builder.CreateExtractValue(checked, 1), &inst, /*Unreachable=*/ends);
  end->setDebugLoc(inst.getDebugLoc());
  llvm::IRBuilder<> there(end);
  there.CreateCall(overflow)->setDebugLoc(inst.getDebugLoc());
}

void checkAll(llvm::Module& module, const char* name, bool ends) {
  std::vector<llvm::Instruction*> operations;
  for (llvm::Function& function : module)
    for (llvm::Instruction& inst : llvm::instructions(function))
      if (isSigned(inst)) operations.push_back(&inst);
  if (operations.empty()) return;
  llvm::FunctionCallee overflow =
      module.getOrInsertFunction(name, llvm::FunctionType::get(llvm::Type::getVoidTy(module.getContext()), false));
  auto* function = llvm::cast<llvm::Function>(overflow.getCallee());
  if (ends) function->setDoesNotReturn();
  function->setDoesNotThrow();
  for (llvm::Instruction* each : operations) check(*each, overflow, ends);
}

}  // namespace

void forgetSignedness(llvm::Module& module) {
  for (llvm::Function& function : module)
    for (llvm::Instruction& inst : llvm::instructions(function)) {
      if (llvm::isa<llvm::OverflowingBinaryOperator>(inst)) inst.setHasNoSignedWrap(false);
      if (auto* address = llvm::dyn_cast<llvm::GetElementPtrInst>(&inst)) address->setIsInBounds(false);
    }
}

void checkSignedOverflow(llvm::Module& module) { checkAll(module, kOverflow, /*ends=*/true); }

void noteSignedOverflow(llvm::Module& module) { checkAll(module, kOverflowNoted, /*ends=*/false); }

}  // namespace cleave::frontend
