// Operations on values: arithmetic, comparisons, casts, selects, and taking tuples apart. Vector operations go element by element.
#include <fmt/format.h>

#include <numeric>

#include "lower/function.h"
#include "support/check.h"

namespace cleave::lower {
namespace {

using program::FloatPredicate;
using program::IntPredicate;
using program::Op;

Op binaryOp(llvm::Instruction::BinaryOps opcode) {
  switch (opcode) {
    case llvm::Instruction::Add:
      return Op::Add;
    case llvm::Instruction::Sub:
      return Op::Sub;
    case llvm::Instruction::Mul:
      return Op::Mul;
    case llvm::Instruction::UDiv:
      return Op::UDiv;
    case llvm::Instruction::SDiv:
      return Op::SDiv;
    case llvm::Instruction::URem:
      return Op::URem;
    case llvm::Instruction::SRem:
      return Op::SRem;
    case llvm::Instruction::Shl:
      return Op::Shl;
    case llvm::Instruction::LShr:
      return Op::LShr;
    case llvm::Instruction::AShr:
      return Op::AShr;
    case llvm::Instruction::And:
      return Op::And;
    case llvm::Instruction::Or:
      return Op::Or;
    case llvm::Instruction::Xor:
      return Op::Xor;
    case llvm::Instruction::FAdd:
      return Op::FAdd;
    case llvm::Instruction::FSub:
      return Op::FSub;
    case llvm::Instruction::FMul:
      return Op::FMul;
    case llvm::Instruction::FDiv:
      return Op::FDiv;
    case llvm::Instruction::FRem:
      return Op::FRem;
    case llvm::Instruction::BinaryOpsEnd:
      break;
  }
  UNREACHABLE("not a binary operation");
}

IntPredicate intPredicate(llvm::CmpInst::Predicate predicate) {
  switch (static_cast<unsigned>(predicate)) {
    case llvm::CmpInst::ICMP_EQ:
      return IntPredicate::Eq;
    case llvm::CmpInst::ICMP_NE:
      return IntPredicate::Ne;
    case llvm::CmpInst::ICMP_ULT:
      return IntPredicate::ULt;
    case llvm::CmpInst::ICMP_ULE:
      return IntPredicate::ULe;
    case llvm::CmpInst::ICMP_UGT:
      return IntPredicate::UGt;
    case llvm::CmpInst::ICMP_UGE:
      return IntPredicate::UGe;
    case llvm::CmpInst::ICMP_SLT:
      return IntPredicate::SLt;
    case llvm::CmpInst::ICMP_SLE:
      return IntPredicate::SLe;
    case llvm::CmpInst::ICMP_SGT:
      return IntPredicate::SGt;
    case llvm::CmpInst::ICMP_SGE:
      return IntPredicate::SGe;
    default:
      UNREACHABLE("not an integer predicate");
  }
}

// LLVM encodes float predicates as the set {=, >, <, unordered}; ours are in the same order.
static_assert(
    llvm::CmpInst::FCMP_FALSE == static_cast<int>(FloatPredicate::False) &&
    llvm::CmpInst::FCMP_OEQ == static_cast<int>(FloatPredicate::OEq) && llvm::CmpInst::FCMP_OGT == static_cast<int>(FloatPredicate::OGt) &&
    llvm::CmpInst::FCMP_OGE == static_cast<int>(FloatPredicate::OGe) && llvm::CmpInst::FCMP_OLT == static_cast<int>(FloatPredicate::OLt) &&
    llvm::CmpInst::FCMP_OLE == static_cast<int>(FloatPredicate::OLe) && llvm::CmpInst::FCMP_ONE == static_cast<int>(FloatPredicate::ONe) &&
    llvm::CmpInst::FCMP_ORD == static_cast<int>(FloatPredicate::Ord) && llvm::CmpInst::FCMP_UNO == static_cast<int>(FloatPredicate::Uno) &&
    llvm::CmpInst::FCMP_UEQ == static_cast<int>(FloatPredicate::UEq) && llvm::CmpInst::FCMP_UGT == static_cast<int>(FloatPredicate::UGt) &&
    llvm::CmpInst::FCMP_UGE == static_cast<int>(FloatPredicate::UGe) && llvm::CmpInst::FCMP_ULT == static_cast<int>(FloatPredicate::ULt) &&
    llvm::CmpInst::FCMP_ULE == static_cast<int>(FloatPredicate::ULe) && llvm::CmpInst::FCMP_UNE == static_cast<int>(FloatPredicate::UNe) &&
    llvm::CmpInst::FCMP_TRUE == static_cast<int>(FloatPredicate::True));

}  // namespace

void FunctionLowering::lowerBinary(const llvm::BinaryOperator& inst) {
  const Op op = binaryOp(inst.getOpcode());
  const FlatType& type = flat(inst);
  if (type.hasLimbs && !inst.isBitwiseLogicOp()) return lowerLimbShift(inst);
  const Operands a = operandsOf(*inst.getOperand(0));
  const Operands b = operandsOf(*inst.getOperand(1));
  for (size_t i = 0; i < type.leaves.size(); ++i) emit(op, type.leaves[i].type, regOf(inst, i), a[i], b[i]);
}

void FunctionLowering::lowerUnary(const llvm::UnaryOperator& inst) {
  if (inst.getOpcode() != llvm::Instruction::FNeg) throw Unsupported{std::string("the instruction ") + inst.getOpcodeName()};
  const FlatType& type = flat(inst);
  const Operands a = operandsOf(*inst.getOperand(0));
  for (size_t i = 0; i < type.leaves.size(); ++i) emit(Op::FNeg, type.leaves[i].type, regOf(inst, i), a[i]);
}

void FunctionLowering::lowerCompare(const llvm::CmpInst& inst) {
  const FlatType& type = flat(*inst.getOperand(0));
  const Operands a = operandsOf(*inst.getOperand(0));
  const Operands b = operandsOf(*inst.getOperand(1));
  const bool isInt = llvm::isa<llvm::ICmpInst>(inst);
  if (type.hasLimbs) return lowerLimbCompare(inst);
  const uint8_t flag = isInt ? static_cast<uint8_t>(intPredicate(inst.getPredicate())) : static_cast<uint8_t>(inst.getPredicate());
  for (size_t i = 0; i < type.leaves.size(); ++i)
    emit(isInt ? Op::ICmp : Op::FCmp, type.leaves[i].type, regOf(inst, i), a[i], b[i]).flag = flag;
}

// --- casts

void FunctionLowering::lowerCast(const llvm::CastInst& inst) {
  if (inst.getOpcode() == llvm::Instruction::BitCast) return lowerBitCast(inst);
  const FlatType& from = flat(*inst.getOperand(0));
  const FlatType& to = flat(inst);
  if (from.hasLimbs || to.hasLimbs) return lowerLimbCast(inst);
  const Operands a = operandsOf(*inst.getOperand(0));
  for (size_t i = 0; i < to.leaves.size(); ++i)
    lowerScalarCast(inst.getOpcode(), regOf(inst, i), from.leaves[i].type, to.leaves[i].type, a[i]);
}

void FunctionLowering::lowerScalarCast(llvm::Instruction::CastOps opcode, Reg dst, Type from, Type to, Operand a) {
  const Type word = Type::integer(64);
  switch (opcode) {
    case llvm::Instruction::Trunc:
      return castTo(dst, Op::Trunc, from, to, a);
    case llvm::Instruction::ZExt:
      return castTo(dst, Op::ZExt, from, to, a);
    case llvm::Instruction::SExt:
      return castTo(dst, Op::SExt, from, to, a);
    case llvm::Instruction::FPToUI:
      return castTo(dst, Op::FPToUI, from, to, a);
    case llvm::Instruction::FPToSI:
      return castTo(dst, Op::FPToSI, from, to, a);
    case llvm::Instruction::UIToFP:
      return castTo(dst, Op::UIToFP, from, to, a);
    case llvm::Instruction::SIToFP:
      return castTo(dst, Op::SIToFP, from, to, a);
    case llvm::Instruction::FPTrunc:
      return castTo(dst, Op::FPTrunc, from, to, a);
    case llvm::Instruction::FPExt:
      return castTo(dst, Op::FPExt, from, to, a);
    case llvm::Instruction::PtrToInt:
      if (to == word) return castTo(dst, Op::PtrToInt, from, to, a);
      return castTo(dst, to.width < 64 ? Op::Trunc : Op::ZExt, word, to, cast(Op::PtrToInt, from, word, a));
    case llvm::Instruction::IntToPtr:
      return castTo(dst, Op::IntToPtr, word, to, resized(a, from, word));
    case llvm::Instruction::BitCast:
    case llvm::Instruction::AddrSpaceCast:
    case llvm::Instruction::CastOpsEnd:
      break;
  }
  throw Unsupported{"casts between address spaces"};
}

// Between two types of the same size. With the same number of elements each one is reinterpreted; otherwise the bits of as many elements as
// make up a whole number of elements on both sides are joined and split again.
void FunctionLowering::lowerBitCast(const llvm::CastInst& inst) {
  const FlatType& from = flat(*inst.getOperand(0));
  const FlatType& to = flat(inst);
  const Operands a = operandsOf(*inst.getOperand(0));
  if (from.leaves.empty()) return;
  if (from.hasLimbs || to.hasLimbs) throw Unsupported{"casts of integers of more than 128 bits"};
  const Type fromElement = from.leaves[0].type;
  const Type toElement = to.leaves[0].type;
  if (from.leaves.size() == to.leaves.size()) {
    for (size_t i = 0; i < a.size(); ++i)
      if (fromElement == toElement)
        emit(Op::Copy, toElement, regOf(inst, i), a[i]);
      else
        castTo(regOf(inst, i), Op::BitCast, fromElement, toElement, a[i]);
    return;
  }
  if (fromElement.isPointer() || toElement.isPointer()) throw Unsupported{"casts between vectors and pointers"};
  const unsigned group = std::lcm(unsigned{fromElement.width}, unsigned{toElement.width});
  if (group > 128) throw Unsupported{fmt::format("casts between vectors of {} and of {} bits", fromElement.width, toElement.width)};
  const size_t in = group / fromElement.width;
  const size_t out = group / toElement.width;
  for (size_t g = 0; g * in < a.size(); ++g) {
    const Operand whole = joinBits(llvm::ArrayRef<Operand>(a).slice(g * in, in), fromElement);
    const Operands parts = splitBits(whole, Type::integer(group), toElement);
    for (size_t i = 0; i < out; ++i) emit(Op::Copy, toElement, regOf(inst, g * out + i), parts[i]);
  }
}

program::Operand FunctionLowering::joinBits(llvm::ArrayRef<Operand> parts, Type part) {
  const Type piece = Type::integer(part.width);
  const Type whole = Type::integer(part.width * static_cast<unsigned>(parts.size()));
  Operand result;
  for (size_t i = 0; i < parts.size(); ++i) {
    Operand value = part.isFloat() ? cast(Op::BitCast, part, piece, parts[i]) : parts[i];
    value = resized(value, piece, whole);
    if (i == 0) {
      result = value;
      continue;
    }
    value = compute(Op::Shl, whole, value, bits(whole, i * part.width));
    result = compute(Op::Or, whole, result, value);
  }
  return result;
}

Operands FunctionLowering::splitBits(Operand whole, Type type, Type part) {
  const Type piece = Type::integer(part.width);
  Operands result;
  for (unsigned at = 0; at < type.width; at += part.width) {
    Operand value = at == 0 ? whole : compute(Op::LShr, type, whole, bits(type, at));
    value = resized(value, type, piece);
    result.push_back(part.isFloat() ? cast(Op::BitCast, piece, part, value) : value);
  }
  return result;
}

// --- choosing and rearranging

void FunctionLowering::lowerSelect(const llvm::SelectInst& inst) {
  const FlatType& type = flat(inst);
  const Operands condition = operandsOf(*inst.getCondition());
  const Operands a = operandsOf(*inst.getTrueValue());
  const Operands b = operandsOf(*inst.getFalseValue());
  const bool perElement = inst.getCondition()->getType()->isVectorTy();
  for (size_t i = 0; i < type.leaves.size(); ++i)
    emit(Op::Select, type.leaves[i].type, regOf(inst, i), condition[perElement ? i : 0], a[i], b[i]);
}

void FunctionLowering::lowerFreeze(const llvm::FreezeInst& inst) {
  const FlatType& type = flat(inst);
  const Operands a = operandsOf(*inst.getOperand(0));
  for (size_t i = 0; i < type.leaves.size(); ++i) emit(Op::Freeze, type.leaves[i].type, regOf(inst, i), a[i]);
}

void FunctionLowering::lowerExtractValue(const llvm::ExtractValueInst& inst) {
  const FlatTypes::Member member = module_.types().member(inst.getAggregateOperand()->getType(), inst.getIndices());
  const Operands whole = operandsOf(*inst.getAggregateOperand());
  copyTo(inst, llvm::ArrayRef<Operand>(whole).slice(member.leaf, flat(inst).leaves.size()));
}

void FunctionLowering::lowerInsertValue(const llvm::InsertValueInst& inst) {
  const FlatTypes::Member member = module_.types().member(inst.getType(), inst.getIndices());
  Operands whole = operandsOf(*inst.getAggregateOperand());
  const Operands part = operandsOf(*inst.getInsertedValueOperand());
  std::copy(part.begin(), part.end(), whole.begin() + member.leaf);
  copyTo(inst, whole);
}

// A variable index beyond the vector is brought into it, the same way as x86-64 code generation does.
program::Operand FunctionLowering::clampedIndex(const llvm::Value& index, uint64_t count) {
  const Type type = scalarType(index.getType());
  const bool powerOfTwo = (count & (count - 1)) == 0;
  return compute(powerOfTwo ? Op::And : Op::UMin, type, operandOf(index), bits(type, count - 1));
}

void FunctionLowering::lowerExtractElement(const llvm::ExtractElementInst& inst) {
  const Operands vector = operandsOf(*inst.getVectorOperand());
  const llvm::Value& index = *inst.getIndexOperand();
  const Type type = scalarType(inst.getType());
  if (const auto* fixed = llvm::dyn_cast<llvm::ConstantInt>(&index)) {
    const uint64_t i = fixed->getValue().getLimitedValue();
    emit(Op::Copy, type, regOf(inst, 0), i < vector.size() ? vector[i] : undefined(type));
    return;
  }
  const Operand at = clampedIndex(index, vector.size());
  const Type indexType = scalarType(index.getType());
  Operand result = vector[0];
  for (size_t i = 1; i < vector.size(); ++i)
    result = compute(Op::Select, type, compare(program::IntPredicate::Eq, indexType, at, bits(indexType, i)), vector[i], result);
  emit(Op::Copy, type, regOf(inst, 0), result);
}

void FunctionLowering::lowerInsertElement(const llvm::InsertElementInst& inst) {
  Operands vector = operandsOf(*inst.getOperand(0));
  const Operand value = operandOf(*inst.getOperand(1));
  const llvm::Value& index = *inst.getOperand(2);
  const Type type = scalarType(inst.getOperand(1)->getType());
  if (const auto* fixed = llvm::dyn_cast<llvm::ConstantInt>(&index)) {
    const uint64_t i = fixed->getValue().getLimitedValue();
    if (i < vector.size())
      vector[i] = value;
    else
      std::fill(vector.begin(), vector.end(), undefined(type));
    return copyTo(inst, vector);
  }
  const Operand at = clampedIndex(index, vector.size());
  const Type indexType = scalarType(index.getType());
  for (size_t i = 0; i < vector.size(); ++i)
    emit(Op::Select, type, regOf(inst, i), compare(program::IntPredicate::Eq, indexType, at, bits(indexType, i)), value, vector[i]);
}

void FunctionLowering::lowerShuffle(const llvm::ShuffleVectorInst& inst) {
  Operands both = operandsOf(*inst.getOperand(0));
  const Operands second = operandsOf(*inst.getOperand(1));
  both.append(second.begin(), second.end());
  const Type type = scalarType(llvm::cast<llvm::FixedVectorType>(inst.getType())->getElementType());
  Operands result;
  for (int index : inst.getShuffleMask()) result.push_back(index < 0 ? undefined(type) : both[static_cast<size_t>(index)]);
  copyTo(inst, result);
}

}  // namespace cleave::lower
