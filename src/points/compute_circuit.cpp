// Every gate becomes a few instructions, and beside its value an i1 that says whether it is known:
//
//   a && b   false where one of them is known to be false; known where both are, or it is false
//   c ? a : b   known where c is, and the one that c chooses
//   others   known where all operands are
//
// Divisions and shifts that the machine leaves open have the meaning of SMT-LIB, as everywhere in expressions. What has no code here (roundings, roots,
// conversions to integers) is never known.
#include "points/private/compute_circuit.h"

#include <map>

#include "support/check.h"

namespace cleave::points {
namespace {

using expr::Op;
using probes::ValueKind;

class CircuitComputer {
 public:
  CircuitComputer(llvm::Instruction* before, const Circuit& circuit, const probes::Point& point, const LoadVariable& load)
      : builder_(before), circuit_(circuit), point_(point), load_(load) {}

  std::vector<Computed> run() {
    for (const Gate& gate : circuit_.gates) values_.push_back(compute(gate));
    std::vector<Computed> roots;
    for (const uint32_t root : circuit_.roots) roots.push_back(values_[root]);
    return roots;
  }

 private:
  // --- parts

  llvm::Value* bits(const Gate& gate, size_t k) const { return values_[gate.operands[k]].bits; }
  llvm::Value* known(const Gate& gate, size_t k) const { return values_[gate.operands[k]].known; }
  llvm::Type* typeOf(const Gate& gate) { return builder_.getIntNTy(gate.sort.width); }
  llvm::Value* zero(const llvm::Value* like) { return llvm::ConstantInt::get(like->getType(), 0); }
  llvm::Value* ones(const llvm::Value* like) { return llvm::ConstantInt::getAllOnesValue(like->getType()); }
  llvm::Value* truth(llvm::Value* given) { return given == nullptr ? builder_.getTrue() : given; }

  llvm::Value* allKnown(const Gate& gate) {
    llvm::Value* all = nullptr;
    for (size_t k = 0; k < gate.operands.size(); ++k)
      if (llvm::Value* each = known(gate, k)) all = all == nullptr ? each : builder_.CreateAnd(all, each);
    return all;
  }

  Computed unknown(const Gate& gate) { return {llvm::ConstantInt::get(typeOf(gate), 0), builder_.getFalse()}; }

  // --- gates

  Computed compute(const Gate& gate) {
    if (gate.op == Op::Constant) return constant(gate);
    if (gate.op == Op::Symbol) return read(gate);
    if (gate.op == Op::And || gate.op == Op::Or) return join(gate);
    if (expr::familyOf(gate.op) == expr::Family::Choice) return choose(gate);
    if (gate.operands.empty()) return unknown(gate);
    llvm::Value* value = gate.operandSort.isFloat() || gate.sort.isFloat() ? floating(gate) : integer(gate);
    return value == nullptr ? unknown(gate) : Computed{value, allKnown(gate)};
  }

  Computed constant(const Gate& gate) {
    const uint64_t words[] = {uint64_t(gate.constant), uint64_t(gate.constant >> 64)};
    return {llvm::ConstantInt::get(typeOf(gate), llvm::APInt(128, words).trunc(gate.sort.width)), nullptr};
  }

  const Loaded& loaded(uint32_t variable) {
    const auto [found, isNew] = loaded_.insert({variable, {}});
    if (isNew) found->second = load_(builder_, variable);
    return found->second;
  }

  Computed read(const Gate& gate) {
    const CellSource& source = gate.source;
    if (source.kind == CellSource::Kind::Missing) return unknown(gate);
    const probes::Type& type = point_.variables[source.variable].type;
    const Loaded& from = loaded(source.variable);
    if (source.kind == CellSource::Kind::IsNull)
      return {builder_.CreateZExtOrTrunc(builder_.CreateICmpEQ(from.bits, builder_.getInt64(0)), typeOf(gate)), from.present};
    llvm::Value* word = from.bits;
    llvm::Value* present = from.present;
    if (source.kind == CellSource::Kind::Element) {
      llvm::Value* inside = builder_.CreateICmpULT(builder_.getInt64(source.index), from.length);
      present = present == nullptr ? inside : builder_.CreateAnd(present, inside);
      word = elementAt(from, source.index, type.bits / 8, present);
    }
    llvm::Value* narrow = builder_.CreateTrunc(word, builder_.getIntNTy(std::min(64u, std::max(1u, type.bits))));
    // A cell that is wider than the variable: as C converts.
    const ValueKind kind = type.kind == ValueKind::Sequence ? type.element : type.kind;
    const bool isSigned = kind == ValueKind::Signed || (kind == ValueKind::Enum && type.isSigned);
    return {isSigned ? builder_.CreateSExtOrTrunc(narrow, typeOf(gate)) : builder_.CreateZExtOrTrunc(narrow, typeOf(gate)), present};
  }

  // What is not inside is not looked at.
  llvm::Value* elementAt(const Loaded& sequence, uint64_t index, uint32_t bytes, llvm::Value* isThere) {
    llvm::Value* first = builder_.CreateIntToPtr(sequence.bits, builder_.getPtrTy());
    llvm::Value* place = builder_.CreateConstGEP1_64(builder_.getInt8Ty(), first, index * bytes);
    return bitsAt(builder_, builder_.CreateSelect(isThere, place, placeForNothing(builder_)), bytes);
  }

  Computed join(const Gate& gate) {
    const bool isAnd = gate.op == Op::And;
    llvm::Value* value = builder_.getInt1(isAnd);
    for (size_t k = 0; k < gate.operands.size(); ++k) {
      llvm::Value* each = bits(gate, k);
      llvm::Value* sure = known(gate, k);
      if (sure != nullptr) each = isAnd ? builder_.CreateOr(each, builder_.CreateNot(sure)) : builder_.CreateAnd(each, sure);
      value = isAnd ? builder_.CreateAnd(value, each) : builder_.CreateOr(value, each);
    }
    llvm::Value* all = allKnown(gate);
    return {value, all == nullptr ? nullptr : builder_.CreateOr(all, isAnd ? builder_.CreateNot(value) : value)};
  }

  Computed choose(const Gate& gate) {
    llvm::Value* value = bits(gate, gate.operands.size() - 1);
    llvm::Value* sure = truth(known(gate, gate.operands.size() - 1));
    for (size_t k = gate.operands.size() - 1; k-- > 1;) {
      llvm::Value* index = bits(gate, 0);
      llvm::Value* isThis = gate.op == Op::Ite ? index : builder_.CreateICmpEQ(index, llvm::ConstantInt::get(index->getType(), k - 1));
      value = builder_.CreateSelect(isThis, bits(gate, k), value);
      sure = builder_.CreateSelect(isThis, truth(known(gate, k)), sure);
    }
    return {value, builder_.CreateAnd(truth(known(gate, 0)), sure)};
  }

  llvm::Value* compare(llvm::CmpInst::Predicate how, const Gate& gate) { return builder_.CreateICmp(how, bits(gate, 0), bits(gate, 1)); }

  llvm::Value* integer(const Gate& gate) {
    llvm::Value* a = bits(gate, 0);
    llvm::Value* b = gate.operands.size() > 1 ? bits(gate, 1) : nullptr;
    switch (gate.op) {
      case Op::Not:
      case Op::BitNot:
        return builder_.CreateNot(a);
      case Op::Xor:
      case Op::BitXor:
        return builder_.CreateXor(a, b);
      case Op::Equal:
        return compare(llvm::CmpInst::ICMP_EQ, gate);
      case Op::Add:
        return builder_.CreateAdd(a, b);
      case Op::Sub:
        return builder_.CreateSub(a, b);
      case Op::Mul:
        return builder_.CreateMul(a, b);
      case Op::UDiv:
      case Op::URem:
      case Op::SDiv:
      case Op::SRem:
        return divide(gate.op, a, b);
      case Op::Shl:
      case Op::LShr:
      case Op::AShr:
        return shift(gate.op, a, b);
      case Op::BitAnd:
        return builder_.CreateAnd(a, b);
      case Op::BitOr:
        return builder_.CreateOr(a, b);
      case Op::Neg:
        return builder_.CreateSub(zero(a), a);
      case Op::Concat: {
        llvm::Value* high = builder_.CreateShl(builder_.CreateZExt(a, typeOf(gate)), b->getType()->getIntegerBitWidth());
        return builder_.CreateOr(high, builder_.CreateZExt(b, typeOf(gate)));
      }
      case Op::Extract:
        return builder_.CreateTrunc(builder_.CreateLShr(a, gate.extractLow), typeOf(gate));
      case Op::ZExt:
        return builder_.CreateZExt(a, typeOf(gate));
      case Op::SExt:
        return builder_.CreateSExt(a, typeOf(gate));
      case Op::ULt:
        return compare(llvm::CmpInst::ICMP_ULT, gate);
      case Op::ULe:
        return compare(llvm::CmpInst::ICMP_ULE, gate);
      case Op::SLt:
        return compare(llvm::CmpInst::ICMP_SLT, gate);
      case Op::SLe:
        return compare(llvm::CmpInst::ICMP_SLE, gate);
      case Op::Constant:
      case Op::Symbol:
      case Op::And:
      case Op::Or:
      case Op::Ite:
      case Op::FAdd:
      case Op::FSub:
      case Op::FMul:
      case Op::FDiv:
      case Op::FNeg:
      case Op::FAbs:
      case Op::FSqrt:
      case Op::FFma:
      case Op::FRoundEven:
      case Op::FRoundAway:
      case Op::FRoundUp:
      case Op::FRoundDown:
      case Op::FRoundToZero:
      case Op::FEqual:
      case Op::FLt:
      case Op::FLe:
      case Op::FIsNan:
      case Op::FConvert:
      case Op::FFromS:
      case Op::FFromU:
      case Op::FToS:
      case Op::FToU:
      case Op::FFromBits:
      case Op::FToBits:
      case Op::Read:
      case Op::Apply:
        break;  // none of these, or no code for it
    }
    return nullptr;
  }

  // By zero: all ones, the dividend; with signs, as the unsigned ones on absolute values. By -1 the machine may trap.
  llvm::Value* divide(Op op, llvm::Value* a, llvm::Value* b) {
    const bool isSigned = op == Op::SDiv || op == Op::SRem, isQuotient = op == Op::UDiv || op == Op::SDiv;
    llvm::Value* isZero = builder_.CreateICmpEQ(b, zero(b));
    llvm::Value* isMinusOne = isSigned ? builder_.CreateICmpEQ(b, ones(b)) : builder_.getFalse();
    llvm::Value* safe = builder_.CreateSelect(builder_.CreateOr(isZero, isMinusOne), llvm::ConstantInt::get(b->getType(), 1), b);
    llvm::Value* plain = isSigned ? (isQuotient ? builder_.CreateSDiv(a, safe) : builder_.CreateSRem(a, safe))
                                  : (isQuotient ? builder_.CreateUDiv(a, safe) : builder_.CreateURem(a, safe));
    llvm::Value* byZero = a;
    if (isQuotient) {
      byZero = ones(a);
      if (isSigned) byZero = builder_.CreateSelect(builder_.CreateICmpSLT(a, zero(a)), llvm::ConstantInt::get(a->getType(), 1), byZero);
    }
    llvm::Value* byMinusOne = isQuotient ? builder_.CreateSub(zero(a), a) : zero(a);
    return builder_.CreateSelect(isZero, byZero, builder_.CreateSelect(isMinusOne, byMinusOne, plain));
  }

  llvm::Value* shift(Op op, llvm::Value* a, llvm::Value* b) {
    const unsigned width = a->getType()->getIntegerBitWidth();
    llvm::Value* isInside = width == 1 ? builder_.CreateICmpEQ(b, zero(b)) : builder_.CreateICmpULT(b, llvm::ConstantInt::get(b->getType(), width));
    llvm::Value* count = builder_.CreateSelect(isInside, b, zero(b));
    llvm::Value* beyond = op == Op::AShr ? builder_.CreateSelect(builder_.CreateICmpSLT(a, zero(a)), ones(a), zero(a)) : zero(a);
    llvm::Value* plain = op == Op::Shl ? builder_.CreateShl(a, count) : op == Op::LShr ? builder_.CreateLShr(a, count) : builder_.CreateAShr(a, count);
    return builder_.CreateSelect(isInside, plain, beyond);
  }

  // --- floats, as patterns

  llvm::Type* floatType(unsigned width) {
    return width == 32 ? builder_.getFloatTy() : width == 64 ? builder_.getDoubleTy() : llvm::Type::getX86_FP80Ty(builder_.getContext());
  }
  llvm::Value* asFloat(llvm::Value* pattern) { return builder_.CreateBitCast(pattern, floatType(pattern->getType()->getIntegerBitWidth())); }
  llvm::Value* asPattern(llvm::Value* number) {
    return builder_.CreateBitCast(number, builder_.getIntNTy(number->getType()->getScalarSizeInBits()));
  }
  llvm::Value* isNan(llvm::Value* pattern) {
    llvm::Value* number = asFloat(pattern);
    return builder_.CreateFCmpUNO(number, number);
  }

  llvm::Value* floating(const Gate& gate) {
    llvm::Value* a = bits(gate, 0);
    llvm::Value* b = gate.operands.size() > 1 ? bits(gate, 1) : nullptr;
    switch (gate.op) {
      case Op::Equal:  // every NaN equals every NaN, and zeros have signs
        return builder_.CreateOr(builder_.CreateICmpEQ(a, b), builder_.CreateAnd(isNan(a), isNan(b)));
      case Op::FAdd:
        return asPattern(builder_.CreateFAdd(asFloat(a), asFloat(b)));
      case Op::FSub:
        return asPattern(builder_.CreateFSub(asFloat(a), asFloat(b)));
      case Op::FMul:
        return asPattern(builder_.CreateFMul(asFloat(a), asFloat(b)));
      case Op::FDiv:
        return asPattern(builder_.CreateFDiv(asFloat(a), asFloat(b)));
      case Op::FNeg:
        return builder_.CreateXor(a, llvm::ConstantInt::get(a->getType(), llvm::APInt::getSignMask(gate.sort.width)));
      case Op::FAbs:
        return builder_.CreateAnd(a, llvm::ConstantInt::get(a->getType(), ~llvm::APInt::getSignMask(gate.sort.width)));
      case Op::FEqual:
        return builder_.CreateFCmpOEQ(asFloat(a), asFloat(b));
      case Op::FLt:
        return builder_.CreateFCmpOLT(asFloat(a), asFloat(b));
      case Op::FLe:
        return builder_.CreateFCmpOLE(asFloat(a), asFloat(b));
      case Op::FIsNan:
        return isNan(a);
      case Op::FConvert:
        if (gate.sort == gate.operandSort) return a;
        return asPattern(builder_.CreateFPCast(asFloat(a), floatType(gate.sort.width)));
      case Op::FFromS:
        return asPattern(builder_.CreateSIToFP(a, floatType(gate.sort.width)));
      case Op::FFromU:
        return asPattern(builder_.CreateUIToFP(a, floatType(gate.sort.width)));
      case Op::FFromBits:
      case Op::FToBits:
        return a;
      case Op::Constant:
      case Op::Symbol:
      case Op::Not:
      case Op::And:
      case Op::Or:
      case Op::Xor:
      case Op::Ite:
      case Op::Add:
      case Op::Sub:
      case Op::Mul:
      case Op::UDiv:
      case Op::SDiv:
      case Op::URem:
      case Op::SRem:
      case Op::Shl:
      case Op::LShr:
      case Op::AShr:
      case Op::BitAnd:
      case Op::BitOr:
      case Op::BitXor:
      case Op::BitNot:
      case Op::Neg:
      case Op::Concat:
      case Op::Extract:
      case Op::ZExt:
      case Op::SExt:
      case Op::ULt:
      case Op::ULe:
      case Op::SLt:
      case Op::SLe:
      case Op::FSqrt:
      case Op::FFma:
      case Op::FRoundEven:
      case Op::FRoundAway:
      case Op::FRoundUp:
      case Op::FRoundDown:
      case Op::FRoundToZero:
      case Op::FToS:
      case Op::FToU:
      case Op::Read:
      case Op::Apply:
        break;  // none of these, or no code for it
    }
    return nullptr;
  }

  Builder builder_;
  const Circuit& circuit_;
  const probes::Point& point_;
  const LoadVariable& load_;
  std::map<uint32_t, Loaded> loaded_;
  std::vector<Computed> values_;
};

}  // namespace

std::vector<Computed> computeCircuit(llvm::Instruction* before, const Circuit& circuit, const probes::Point& point, const LoadVariable& load) {
  return CircuitComputer(before, circuit, point, load).run();
}

}  // namespace cleave::points
