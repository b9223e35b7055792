// The arithmetic, bit and comparison operations of integers.
#include "vm/int_handlers.h"
#include "vm/ops.h"

namespace cleave::vm {

using expr::ExprId;
using ExprOp = expr::Op;
using program::IntPredicate;

void opAdd(Machine& m, const Instruction& i) { binary<meaning::Add, flagsOfAdd>(m, i); }
void opSub(Machine& m, const Instruction& i) { binary<meaning::Sub, flagsOfSub>(m, i); }
void opMul(Machine& m, const Instruction& i) { binary<meaning::Mul, flagsOfMul>(m, i); }
void opAnd(Machine& m, const Instruction& i) { binary<meaning::And, flagsOfAnd>(m, i); }
void opOr(Machine& m, const Instruction& i) { binary<meaning::Or, flagsOfOr>(m, i); }
void opXor(Machine& m, const Instruction& i) { binary<meaning::Xor, flagsOfXor>(m, i); }

// --- shifts

namespace {

template <class Meaning>
Shadow flagsOfShiftBy(Machine& m, Type type, const Value& a, const Value& b) {
  return flagsOfShift(m, type, {a}, b, [&] { return Meaning::template bits<U128>(m.shadows()[a.shadow].undefined, b.bits, type.width); });
}

}  // namespace

void opShl(Machine& m, const Instruction& i) { binary<meaning::Shl, flagsOfShiftBy<meaning::Shl>>(m, i); }
void opLShr(Machine& m, const Instruction& i) { binary<meaning::LShr, flagsOfShiftBy<meaning::LShr>>(m, i); }
void opAShr(Machine& m, const Instruction& i) { binary<meaning::AShr, flagsOfShiftBy<meaning::AShr>>(m, i); }

// --- divisions, with their traps

namespace {

// One way or the other, by a decision. Reports whether the check passed.
bool passes(Machine& m, bool bad, ExprId badExpr, TrapKind kind) {
  if (badExpr.valid()) m.decide(bad ? badExpr : m.pool().notOf(badExpr), DecisionKind::TrapCheck);
  if (bad) m.trap(kind);
  return !bad;
}

bool divisorIsFine(Machine& m, Type type, const Value& b) {
  if (!m.requireShowable(b, "a divisor")) return false;
  ExprId isZero;
  if (m.isSymbolic(b.shadow)) isZero = m.pool().equal(m.exprOf(b, type), m.pool().constant(sortOf(type), 0));
  return passes(m, b.bits == 0, isZero, TrapKind::DivisionByZero);
}

// The smallest number divided by -1 does not fit.
bool quotientFits(Machine& m, Type type, const Value& a, const Value& b) {
  const U128 minusOne = maskOf(type.width);
  const U128 smallest = U128{1} << (type.width - 1);
  if (!m.isSymbolic(b.shadow) && b.bits != minusOne) return true;
  if (!isPlain(m, a)) {
    // Only a division by -1 looks at the dividend here.
    if (m.isSymbolic(b.shadow)) {
      const ExprId isMinusOne = m.pool().equal(m.exprOf(b, type), m.pool().constant(sortOf(type), minusOne));
      m.decide(b.bits == minusOne ? isMinusOne : m.pool().notOf(isMinusOne), DecisionKind::TrapCheck);
    }
    if (b.bits != minusOne) return true;
    if (!m.requireShowable(a, "a division")) return false;
  }
  ExprId overflows;
  if (m.isSymbolic(a.shadow) || m.isSymbolic(b.shadow)) {
    const expr::Sort sort = sortOf(type);
    overflows = m.pool().andOf(m.pool().equal(m.exprOf(b, type), m.pool().constant(sort, minusOne)),
                               m.pool().equal(m.exprOf(a, type), m.pool().constant(sort, smallest)));
  }
  return passes(m, b.bits == minusOne && a.bits == smallest, overflows, TrapKind::DivisionOverflow);
}

template <class Meaning, bool kSigned, BinaryRule kRule = anyOfTwo>
void divide(Machine& m, const Instruction& i) {
  const Value a = m.value(i.a, i.type);
  const Value b = m.value(i.b, i.type);
  if (!divisorIsFine(m, i.type, b)) return;
  if (kSigned && !quotientFits(m, i.type, a, b)) return;
  binary<Meaning, kRule>(m, i);
}

}  // namespace

void opUDiv(Machine& m, const Instruction& i) { divide<meaning::UDiv, false>(m, i); }
void opURem(Machine& m, const Instruction& i) { divide<meaning::URem, false, flagsOfURem>(m, i); }
void opSDiv(Machine& m, const Instruction& i) { divide<meaning::SDiv, true>(m, i); }
void opSRem(Machine& m, const Instruction& i) { divide<meaning::SRem, true>(m, i); }

// --- comparisons

namespace {

// By predicate: bit 0 if true for less, bit 1 for equal, bit 2 for greater.
constexpr uint8_t kTrueFor[] = {0b010, 0b101, 0b001, 0b011, 0b100, 0b110, 0b001, 0b011, 0b100, 0b110};

template <class U>
bool compareBits(uint8_t predicate, unsigned width, U a, U b) {
  // Moved up to the top bit; there, turning the sign bit makes the signed order the unsigned one.
  const U turn = U{predicate >= static_cast<uint8_t>(IntPredicate::SLt)} << (meaning::kBits<U> - 1);
  a = (a << (meaning::kBits<U> - width)) ^ turn;
  b = (b << (meaning::kBits<U> - width)) ^ turn;
  const unsigned order = static_cast<unsigned>(a >= b) + static_cast<unsigned>(a > b);
  return (kTrueFor[predicate] >> order) & 1;
}

void generalCompare(Machine& m, const Instruction& i) {
  const Value a = m.value(i.a, i.type);
  const Value b = m.value(i.b, i.type);
  const auto predicate = static_cast<IntPredicate>(i.flag);
  const bool result = compareBits<U128>(i.flag, i.type.width, a.bits, b.bits);

  Shadow flags = flagsOfAny(m, Type::integer(1), {a, b});
  bool exact = true;
  if (flags.undefined == 0 && (flags.addressDerived || i.type.isPointer())) {
    const AddressComparison comparison = compareAddresses(m, i.type, predicate, a, b);
    flags.addressDerived = comparison == AddressComparison::Layout;
    exact = comparison == AddressComparison::Exact;
  }
  if (exact && flags.undefined == 0 && (m.isSymbolic(a.shadow) || m.isSymbolic(b.shadow))) {
    flags.expr = meaning::compareExpr(m.pool(), predicate, m.exprOf(a, i.type), m.exprOf(b, i.type));
  }
  m.set(i.dst, result, m.keep(flags, Type::integer(1), result));
}

}  // namespace

void opICmp(Machine& m, const Instruction& i) {
  const Slot& a = m.get(i.a);
  const Slot& b = m.get(i.b);
  const bool settled = i.type.isInt() ? i.type.width <= 64 : objectOf(a.bits) == objectOf(b.bits);
  if ((a.shadow | b.shadow) == 0 && settled) [[likely]] {
    m.set(i.dst, compareBits<uint64_t>(i.flag, i.type.width, a.bits, b.bits));
  } else {
    generalCompare(m, i);
  }
}

}  // namespace cleave::vm
