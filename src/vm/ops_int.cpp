// The arithmetic, bit and comparison operations of integers.
#include "program/facts.h"
#include "vm/private/offset_range.h"
#include "vm/private/ops.h"
#include "vm/private/ops_frequent.h"

namespace cleave::vm {

using expr::ExprId;
using ExprOp = expr::Op;
using program::IntPredicate;

// --- divisions, with their traps

namespace {

// One way or the other, by a decision. Reports whether the check passed.
bool passes(Machine& m, bool bad, ExprId badExpr, TrapKind kind) {
  if (badExpr.valid()) m.decide(bad ? badExpr : m.pool().notOf(badExpr), DecisionKind::TrapCheck);
  m.passedCheck();
  if (bad) m.trap(kind);
  return !bad;
}

bool divisorIsFine(Machine& m, Type type, const Value& b) {
  if (!m.requireShowable(b, "a divisor")) return false;
  ExprId isZero;
  if (m.isSymbolic(b.shadow)) isZero = m.pool().equal(m.exprOf(b, type), m.pool().constant(sortOf(type), 0));
  return passes(m, b.bits == 0, isZero, TrapKind::DivisionByZero);
}

// False: whatever the input, these addresses differ, and always in the same order. `end == text` is no question behind strtol.
bool mayBeEqual(Machine& m, ExprId a, ExprId b) {
  const OffsetRange x = rangeOf(m.pool(), a), y = rangeOf(m.pool(), b);
  return x.low <= y.high && y.low <= x.high;
}

// False: the machine stops.
bool quotientFits(Machine& m, Type type, Operand dividend, const Value& b) {
  if (!program::overflowingQuotientTraps(type.width)) return true;
  const U128 minusOne = maskOf(type.width);
  const U128 smallest = U128{1} << (type.width - 1);
  if (!m.isSymbolic(b.shadow) && b.bits != minusOne) return true;
  const Value a = m.value(dividend, type);
  if (!isPlain(m, a)) {
    // Only a division by -1 looks at the dividend here.
    if (m.isSymbolic(b.shadow)) {
      const ExprId isMinusOne = m.pool().equal(m.exprOf(b, type), m.pool().constant(sortOf(type), minusOne));
      m.decide(b.bits == minusOne ? isMinusOne : m.pool().notOf(isMinusOne), DecisionKind::TrapCheck);
      m.passedCheck();
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
  const Value b = m.value(i.b, i.type);
  if (!divisorIsFine(m, i.type, b)) return;
  if (kSigned && !quotientFits(m, i.type, i.a, b)) return;
  binary<Meaning, kRule>(m, i);
}

}  // namespace

void opUDiv(Machine& m, const Instruction& i) { divide<meaning::UDiv, false>(m, i); }
void opURem(Machine& m, const Instruction& i) { divide<meaning::URem, false, flagsOfURem>(m, i); }
void opSDiv(Machine& m, const Instruction& i) { divide<meaning::SDiv, true>(m, i); }
void opSRem(Machine& m, const Instruction& i) { divide<meaning::SRem, true>(m, i); }

// --- comparisons

void generalCompare(Machine& m, const Instruction& i) {
  const Value a = m.value(i.a, i.type);
  const Value b = m.value(i.b, i.type);
  const auto predicate = static_cast<IntPredicate>(i.flag);
  const bool result = meaning::compareBits<U128>(i.flag, i.type.width, a.bits, b.bits);

  Shadow flags = flagsOfAny(m, Type::integer(1), {a, b});
  bool exact = true;
  if (flags.undefined == 0 && (flags.addressDerived || i.type.isPointer())) {
    const AddressComparison comparison = compareAddresses(m, i.type, predicate, a, b);
    flags.addressDerived = comparison == AddressComparison::Layout;
    exact = comparison == AddressComparison::Exact;
  }
  if (exact && flags.undefined == 0 && (m.isSymbolic(a.shadow) || m.isSymbolic(b.shadow))) {
    const ExprId left = m.exprOf(a, i.type), right = m.exprOf(b, i.type);
    if (!i.type.isPointer() || mayBeEqual(m, left, right)) flags.expr = meaning::compareExpr(m.pool(), predicate, left, right);
  }
  m.set(i.dst, result, m.keep(flags, Type::integer(1), result));
}

}  // namespace cleave::vm
