// Integers of more than 128 bits, as limbs. Clang uses them for the bit-fields of packed structures: it loads the whole unit, shifts, masks
// and truncates it, or masks, merges and stores it. Bitwise operations, loads and stores go limb by limb like any tuple; what moves bits
// across limbs is here. Anything else (arithmetic on _BitInt(256)) is not supported.
#include <fmt/format.h>

#include "lower/function.h"

namespace cleave::lower {
namespace {

constexpr program::Type kWord = program::Type::integer(64);

[[noreturn]] void refuse(const llvm::Value& value) {
  const llvm::Type* type = value.getType()->getScalarType();
  throw Unsupported{type->isIntegerTy() ? fmt::format("integers of {} bits", type->getIntegerBitWidth())
                                        : "casts of integers of more than 128 bits"};
}

}  // namespace

// Any integer as 64-bit words, extended to whole ones.
FunctionLowering::Limbs FunctionLowering::limbsOf(const llvm::Value& value, bool isSigned) {
  const FlatType& type = flat(value);
  const Operands parts = operandsOf(value);
  Limbs limbs;
  for (size_t i = 0; i < parts.size(); ++i) {
    const Type part = type.leaves[i].type;
    if (part.width <= 64) {
      limbs.words.push_back(part == kWord ? parts[i] : cast(isSigned ? Op::SExt : Op::ZExt, part, kWord, parts[i]));
      continue;
    }
    const Operand high = compute(isSigned ? Op::AShr : Op::LShr, part, parts[i], bits(part, 64));
    limbs.words.push_back(cast(Op::Trunc, part, kWord, parts[i]));
    limbs.words.push_back(cast(Op::Trunc, part, kWord, high));
  }
  limbs.fill = isSigned ? compute(Op::AShr, kWord, limbs.words.back(), bits(kWord, 63)) : bits(kWord, 0);
  return limbs;
}

// The 64 bits from a position on; below the number there are zeros.
program::Operand FunctionLowering::wordAt(const Limbs& limbs, int64_t position) {
  const int64_t index = position >= 0 ? position / 64 : -((63 - position) / 64);
  const auto shift = static_cast<uint64_t>(position - index * 64);
  const auto word = [&](int64_t i) {
    if (i < 0) return bits(kWord, 0);
    return i < static_cast<int64_t>(limbs.words.size()) ? limbs.words[static_cast<size_t>(i)] : limbs.fill;
  };
  if (shift == 0) return word(index);
  const Operand low = compute(Op::LShr, kWord, word(index), bits(kWord, shift));
  const Operand high = compute(Op::Shl, kWord, word(index + 1), bits(kWord, 64 - shift));
  return compute(Op::Or, kWord, low, high);
}

void FunctionLowering::lowerLimbShift(const llvm::BinaryOperator& inst) {
  const auto* amount = llvm::dyn_cast<llvm::ConstantInt>(inst.getOperand(1));
  if (!inst.isShift() || amount == nullptr || amount->getValue().uge(inst.getType()->getIntegerBitWidth())) refuse(inst);
  const auto by = static_cast<int64_t>(amount->getZExtValue());
  const Limbs limbs = limbsOf(*inst.getOperand(0), inst.getOpcode() == llvm::Instruction::AShr);
  const FlatType& type = flat(inst);
  for (size_t i = 0; i < type.leaves.size(); ++i) {
    const auto at = static_cast<int64_t>(i) * 64;
    const Operand word = wordAt(limbs, inst.getOpcode() == llvm::Instruction::Shl ? at - by : at + by);
    const Operand leaf = resized(word, kWord, type.leaves[i].type);
    emit(Op::Copy, type.leaves[i].type, regOf(inst, i), leaf);
  }
}

void FunctionLowering::lowerLimbCompare(const llvm::CmpInst& inst) {
  if (!inst.isEquality()) refuse(*inst.getOperand(0));
  const Operands a = operandsOf(*inst.getOperand(0));
  const Operands b = operandsOf(*inst.getOperand(1));
  const FlatType& type = flat(*inst.getOperand(0));
  const Type flag = Type::integer(1);
  const bool wantsEqual = inst.getPredicate() == llvm::CmpInst::ICMP_EQ;
  Operand result = bits(flag, wantsEqual ? 1 : 0);
  for (size_t i = 0; i < a.size(); ++i) {
    const Operand part = compare(wantsEqual ? program::IntPredicate::Eq : program::IntPredicate::Ne, type.leaves[i].type, a[i], b[i]);
    result = compute(wantsEqual ? Op::And : Op::Or, flag, result, part);
  }
  emit(Op::Copy, flag, regOf(inst, 0), result);
}

void FunctionLowering::lowerLimbCast(const llvm::CastInst& inst) {
  const llvm::Instruction::CastOps opcode = inst.getOpcode();
  if (opcode != llvm::Instruction::Trunc && opcode != llvm::Instruction::ZExt && opcode != llvm::Instruction::SExt) refuse(inst);
  const Limbs limbs = limbsOf(*inst.getOperand(0), opcode == llvm::Instruction::SExt);
  const FlatType& type = flat(inst);
  for (size_t i = 0; i < type.leaves.size(); ++i) {
    const Type leaf = type.leaves[i].type;
    const auto at = static_cast<int64_t>(i) * 64;
    Operand value = wordAt(limbs, at);
    if (leaf.width <= 64) {
      value = resized(value, kWord, leaf);
    } else {
      const Operand parts[] = {value, wordAt(limbs, at + 64)};
      value = resized(joinBits(parts, kWord), Type::integer(128), leaf);
    }
    emit(Op::Copy, leaf, regOf(inst, i), value);
  }
}

}  // namespace cleave::lower
