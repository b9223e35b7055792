#include "passes/open_nan.h"

#include <llvm/IR/Constants.h>
#include <llvm/IR/InstIterator.h>
#include <llvm/IR/Instructions.h>
#include <llvm/IR/IntrinsicInst.h>
#include <llvm/IR/Metadata.h>

namespace cleave::passes {
namespace {

constexpr const char* kOpenNan = "cleave.open.nan";

bool isNegation(const llvm::Value& value) {
  const auto* unary = llvm::dyn_cast<llvm::UnaryOperator>(&value);
  return unary != nullptr && unary->getOpcode() == llvm::Instruction::FNeg;
}

bool isArithmetic(const llvm::Value& value) {
  const auto* call = llvm::dyn_cast<llvm::IntrinsicInst>(&value);
  if (call != nullptr) return call->getIntrinsicID() == llvm::Intrinsic::fma || call->getIntrinsicID() == llvm::Intrinsic::fmuladd;
  return llvm::isa<llvm::BinaryOperator>(value) && value.getType()->isFPOrFPVectorTy();
}

// Widths pass a sign on, and so may stand between two operations that meet.
const llvm::Value& behindWidth(const llvm::Value& value) {
  const llvm::Value* at = &value;
  while (llvm::isa<llvm::FPExtInst, llvm::FPTruncInst>(at)) at = llvm::cast<llvm::Instruction>(at)->getOperand(0);
  return *at;
}

// Constants that an operation vanishes with; vectors are not looked into.
bool isSpecial(const llvm::Constant& constant, const llvm::Instruction& inst, unsigned operand) {
  const auto* number = llvm::dyn_cast<llvm::ConstantFP>(&constant);
  if (number == nullptr || number->isNaN()) return true;
  const unsigned opcode = inst.getOpcode();
  if (opcode == llvm::Instruction::FSub) return operand == 0 && number->isZero();
  const bool isFactor = opcode == llvm::Instruction::FMul || (opcode == llvm::Instruction::FDiv && operand == 1);
  return number->isExactlyValue(-1.0) && (isFactor || llvm::isa<llvm::CallInst>(inst));
}

bool isOpen(const llvm::Instruction& inst) {
  if (isNegation(inst)) {
    const llvm::Value& of = behindWidth(*inst.getOperand(0));
    return isNegation(of) || isArithmetic(of) || llvm::isa<llvm::SelectInst>(of);
  }
  if (!isArithmetic(inst)) return false;
  for (const llvm::Use& operand : inst.operands()) {
    if (!operand->getType()->isFPOrFPVectorTy()) continue;
    const llvm::Value& of = behindWidth(*operand);
    if (isNegation(of) || llvm::isa<llvm::SelectInst>(of)) return true;
    if (const auto* constant = llvm::dyn_cast<llvm::Constant>(&of);
        constant != nullptr && isSpecial(*constant, inst, operand.getOperandNo()))
      return true;
  }
  return false;
}

}  // namespace

void markOpenNans(llvm::Function& function) {
  for (llvm::Instruction& inst : llvm::instructions(function))
    if (isOpen(inst)) inst.setMetadata(kOpenNan, llvm::MDNode::get(inst.getContext(), {}));
}

bool hasOpenNan(const llvm::Instruction& inst) { return inst.getMetadata(kOpenNan) != nullptr; }

}  // namespace cleave::passes
