// Values and constants as operands. A constant expression that is an address plus a number is a constant of ours; any other one is computed
// by instructions where it is used.
#include <llvm/IR/Constants.h>

#include "lower/function.h"
#include "passes/pipeline.h"
#include "support/check.h"

namespace cleave::lower {
namespace {

U128 patternOf(const llvm::APInt& value) {
  const unsigned width = value.getBitWidth();
  U128 result = value.extractBitsAsZExtValue(std::min(64u, width), 0);
  if (width > 64) result |= U128{value.extractBitsAsZExtValue(width - 64, 64)} << 64;
  return result;
}

}  // namespace

program::Reg FunctionLowering::baseOf(const llvm::Value& value) {
  const auto found = registers_.find(&value);
  if (found != registers_.end()) return found->second;
  flat(value);  // throws for a type that has no registers
  UNREACHABLE("a value without registers in " + f_.name);
}

Operands FunctionLowering::operandsOf(const llvm::Value& value) {
  Operands result;
  if (const auto* constant = llvm::dyn_cast<llvm::Constant>(&value)) {
    appendConstant(*constant, result);
    return result;
  }
  if (llvm::isa<llvm::MetadataAsValue>(value) || llvm::isa<llvm::InlineAsm>(value) || llvm::isa<llvm::BasicBlock>(value))
    throw Unsupported{"this operand"};
  const FlatType& type = flat(value);
  if (passes::isUndefinedMarker(value)) {
    for (const Leaf& leaf : type.leaves) result.push_back(undefined(leaf.type));
    return result;
  }
  const Reg base = baseOf(value);
  for (const Leaf& leaf : type.leaves) result.push_back(Operand::reg(base + leaf.slot));
  return result;
}

program::Operand FunctionLowering::operandOf(const llvm::Value& value) {
  const Operands operands = operandsOf(value);
  if (operands.size() != 1) throw Unsupported{"an aggregate where a scalar is expected"};
  return operands[0];
}

program::Operand FunctionLowering::constant(const program::Constant& low, uint64_t high) {
  const ConstantKey key{static_cast<uint8_t>(low.kind), static_cast<uint8_t>(low.type.kind), low.type.width, low.bits, high, low.target};
  const auto [found, isNew] = constants_.try_emplace(key, static_cast<uint32_t>(f_.constants.size()));
  if (isNew) {
    f_.constants.push_back(low);
    if (low.type.slots() == 2) {
      program::Constant second = low;
      second.bits = high;
      f_.constants.push_back(second);
    }
  }
  return Operand::constant(found->second);
}

program::Operand FunctionLowering::bits(Type type, U128 value) {
  program::Constant low;
  low.type = type;
  low.bits = static_cast<uint64_t>(value);
  return constant(low, static_cast<uint64_t>(value >> 64));
}

program::Operand FunctionLowering::undefined(Type type) {
  program::Constant low;
  low.kind = program::Constant::Kind::Undefined;
  low.type = type;
  return constant(low, 0);
}

void FunctionLowering::appendConstant(const llvm::Constant& source, Operands& out) {
  llvm::Type* type = source.getType();
  if (llvm::isa<llvm::UndefValue>(source)) {
    for (const Leaf& leaf : module_.types().of(type).leaves) out.push_back(undefined(leaf.type));
  } else if (source.isNullValue()) {
    for (const Leaf& leaf : module_.types().of(type).leaves) out.push_back(bits(leaf.type, 0));
  } else if (const auto* integer = llvm::dyn_cast<llvm::ConstantInt>(&source); integer != nullptr && type->isIntegerTy()) {
    if (type->getIntegerBitWidth() <= 128)
      out.push_back(bits(scalarType(type), patternOf(integer->getValue())));
    else
      for (const Leaf& leaf : module_.types().of(type).leaves)
        out.push_back(bits(leaf.type, integer->getValue().extractBitsAsZExtValue(leaf.type.width, static_cast<unsigned>(leaf.offset) * 8)));
  } else if (const auto* number = llvm::dyn_cast<llvm::ConstantFP>(&source); number != nullptr && type->isFloatingPointTy()) {
    out.push_back(bits(scalarType(type), patternOf(number->getValueAPF().bitcastToAPInt())));
  } else if (const auto* expression = llvm::dyn_cast<llvm::ConstantExpr>(&source)) {
    appendExpression(*expression, out);
  } else if (type->isAggregateType() || type->isVectorTy()) {
    module_.types().of(type);  // throws when there are too many members
    const uint64_t count = type->isStructTy()  ? type->getStructNumElements()
                           : type->isArrayTy() ? type->getArrayNumElements()
                                               : llvm::cast<llvm::FixedVectorType>(type)->getNumElements();
    for (uint64_t i = 0; i < count; ++i) appendConstant(*source.getAggregateElement(static_cast<unsigned>(i)), out);
  } else if (const std::optional<program::Constant> address = type->isPointerTy() ? module_.addressOf(source) : std::nullopt) {
    scalarType(type);  // throws for another address space
    out.push_back(constant(*address, 0));
  } else {
    throw Unsupported{llvm::isa<llvm::BlockAddress>(source) ? "the address of a label" : "this kind of constant"};
  }
}

void FunctionLowering::appendExpression(const llvm::ConstantExpr& expression, Operands& out) {
  if (expression.getType()->isPointerTy()) {
    if (const std::optional<program::Constant> address = module_.addressOf(expression)) {
      out.push_back(constant(*address, 0));
      return;
    }
  }
  // As the instruction that it abbreviates, into registers of its own.
  const FlatType& type = module_.types().of(expression.getType());
  struct Deleter {
    void operator()(llvm::Instruction* inst) const { inst->deleteValue(); }
  };
  const std::unique_ptr<llvm::Instruction, Deleter> inst(expression.getAsInstruction());
  const Reg base = f_.registerCount;
  f_.registerCount += type.slots;
  registers_[inst.get()] = base;
  const program::SourceLoc keep = loc_;
  try {
    lower(*inst);
  } catch (const Unsupported&) {
    registers_.erase(inst.get());
    throw;
  }
  loc_ = keep;
  registers_.erase(inst.get());
  for (const Leaf& leaf : type.leaves) out.push_back(Operand::reg(base + leaf.slot));
}

}  // namespace cleave::lower
