// Casts: integers to other widths, floats to integers and back, pointers to integers and back, reinterpreted bits; copies and freeze.
#include <cmath>

#include "support/float_format.h"
#include "vm/private/ops.h"
#include "vm/private/ops_frequent.h"
#include "vm/private/shadow_rules.h"
#include "vm/private/terms.h"

namespace cleave::vm {

using expr::ExprId;
using expr::ExprPool;
using ExprOp = expr::Op;

// --- integers

void generalTrunc(Machine& m, const Instruction& i) {
  const Value a = m.value(i.a, i.sourceType);
  const U128 bits = truncateTo(a.bits, i.type.width);
  Shadow shadow = m.shadows()[a.shadow];  // the low part of an address is still that of its object
  shadow.undefined = truncateTo(shadow.undefined, i.type.width);
  if (shadow.expr.valid()) shadow.expr = registerExpr(m.pool(), m.pool().extract(shadow.expr, 0, i.type.width));
  m.setValue(i.dst, i.type, {bits, m.keep(shadow, i.type, bits)});
}

namespace {

template <bool kSigned>
void extend(Machine& m, const Instruction& i) {
  const unsigned from = i.sourceType.width;
  const unsigned to = i.type.width;
  const auto extended = [&](U128 bits) { return kSigned ? truncateTo(static_cast<U128>(asSigned(bits, from)), to) : bits; };
  const Value a = m.value(i.a, i.sourceType);
  const U128 bits = extended(a.bits);
  Shadow shadow = m.shadows()[a.shadow];
  shadow.origin = 0;  // a difference of two extended addresses may have a carry that depends on the layout
  shadow.undefined = extended(shadow.undefined);
  if (shadow.expr.valid()) {
    ExprPool& pool = m.pool();
    if (from == 1) {
      shadow.expr = pool.ite(shadow.expr, pool.bits(to, kSigned ? maskOf(to) : U128{1}), pool.bits(to, 0));
    } else {
      shadow.expr = pool.extend(kSigned ? ExprOp::SExt : ExprOp::ZExt, shadow.expr, to);
    }
  }
  m.setValue(i.dst, i.type, {bits, m.keep(shadow, i.type, bits)});
}

}  // namespace

void generalZExt(Machine& m, const Instruction& i) { extend<false>(m, i); }
void generalSExt(Machine& m, const Instruction& i) { extend<true>(m, i); }

// --- between floats, and from integers

namespace {

// The result of a conversion to a float.
void setFloat(Machine& m, const Instruction& i, U128 bits, ExprId e, const Value& operand) {
  ShadowId shadow = 0;
  if (operand.shadow != 0) {
    Shadow flags = flagsOfAny(m, i.type, {operand});
    if (e.valid() && !m.fixFoldedNan(e, m.exprOf(operand, i.sourceType))) flags.expr = e;
    shadow = m.keep(flags, i.type, bits);
  }
  m.setValue(i.dst, i.type, {bits, shadow});
}

U128 convertWidth(U128 bits, unsigned from, unsigned to) {
  if (from == to) return bits;
  if (to == 80 || from == 80) return roundedTo(numberOf(bits, from), to);  // by the x87, NaNs included
  return to == 64 ? bitsOf(static_cast<double>(floatOf(bits))) : bitsOf(static_cast<float>(doubleOf(bits)));
}

void convertFloat(Machine& m, const Instruction& i) {
  const Value a = m.value(i.a, i.sourceType);
  ExprId e;
  if (m.isSymbolic(a.shadow)) e = m.pool().convert(ExprOp::FConvert, m.exprOf(a, i.sourceType), sortOf(i.type));
  setFloat(m, i, convertWidth(a.bits, i.sourceType.width, i.type.width), e, a);
}

template <class Int>
U128 floatFrom(Int value, unsigned width) {
  if (width == 80) return bitsOf(static_cast<long double>(value));
  return width == 64 ? bitsOf(static_cast<double>(value)) : bitsOf(static_cast<float>(value));
}

template <bool kSigned>
void convertInt(Machine& m, const Instruction& i) {
  const Value a = m.value(i.a, i.sourceType);
  U128 bits;
  if (kSigned) {
    const I128 number = asSigned(a.bits, i.sourceType.width);
    bits = i.sourceType.width <= 64 ? floatFrom(static_cast<int64_t>(number), i.type.width) : floatFrom(number, i.type.width);
  } else {
    bits = i.sourceType.width <= 64 ? floatFrom(static_cast<uint64_t>(a.bits), i.type.width) : floatFrom(a.bits, i.type.width);
  }
  ExprId e;
  if (m.isSymbolic(a.shadow)) {
    e = m.pool().convert(kSigned ? ExprOp::FFromS : ExprOp::FFromU, bitsExpr(m.pool(), m.exprOf(a, i.sourceType)), sortOf(i.type));
  }
  setFloat(m, i, bits, e, a);
}

}  // namespace

void opFPTrunc(Machine& m, const Instruction& i) { convertFloat(m, i); }
void opFPExt(Machine& m, const Instruction& i) { convertFloat(m, i); }
void opSIToFP(Machine& m, const Instruction& i) { convertInt<true>(m, i); }
void opUIToFP(Machine& m, const Instruction& i) { convertInt<false>(m, i); }

// --- from floats to integers
//
// x86-64 converts to signed 32 or 64 bits and yields the smallest number for what does not fit; other types go through these: up to 32
// signed (31 unsigned) bits through 32, up to 64 signed (63 unsigned) through 64, by cutting off. Unsigned 64 is the signed conversion for
// what fits there, else the true number from 2^63 on, else again 2^63. So each value falls into one of a few ranges, and in each the result
// is exact or constant. Of 80 bits the x87 converts to signed 16, 32 or 64 bits, likewise: up to 16 signed (15 unsigned) bits go through 16;
// and what is too large for unsigned 64, or NaN, gives 0.

namespace {

long double powerOfTwo(unsigned exponent) { return std::ldexp(1.0L, static_cast<int>(exponent)); }

struct Range {
  long double above;  // x must be greater than this, or equal if `inclusive`
  bool inclusive;
  long double below;  // x must be less
  bool holds(long double x) const { return (inclusive ? x >= above : x > above) && x < below; }
};

// What rounds toward zero to a number of `width` bits. Bounds that the source type cannot hold are replaced by the next it can.
Range rangeOf(unsigned width, bool isSigned, unsigned sourceWidth) {
  if (!isSigned) return {-1.0L, false, powerOfTwo(width)};
  const unsigned precision = floatFormat(sourceWidth).precision();
  const long double lowest = -powerOfTwo(width - 1);
  const bool hasPredecessor = width - 1 < precision;  // lowest - 1 is exact
  return {hasPredecessor ? lowest - 1 : lowest, !hasPredecessor, powerOfTwo(width - 1)};
}

ExprId rangeExpr(ExprPool& pool, ExprId x, const Range& range) {
  const unsigned width = pool.sort(x).width;
  // 2^128 as a float is infinity, and what is less than that fits indeed.
  const auto bound = [&](long double value) { return pool.constant(pool.sort(x), roundedTo(value, width)); };
  return pool.andOf(pool.binary(range.inclusive ? ExprOp::FLe : ExprOp::FLt, bound(range.above), x),
                    pool.binary(ExprOp::FLt, x, bound(range.below)));
}

class FloatToInt {
 public:
  FloatToInt(Machine& m, const Instruction& i) : m_(m), i_(i), a_(m.value(i.a, i.sourceType)) {
    x_ = numberOf(a_.bits, i.sourceType.width);
  }

  void run(bool isSigned) {
    if (!isPlain(m_, a_)) return set(0);  // the result may not be shown, wherever the operand falls
    const unsigned width = i_.type.width;
    const unsigned through = throughFor(isSigned ? width : width + 1);
    if (width > 64) {
      if (!within(rangeOf(width, isSigned, i_.sourceType.width)))
        return m_.unfinished("unsupported: a float beyond the range of a wide integer type");
      isSigned ? set(static_cast<U128>(static_cast<I128>(x_)), ExprOp::FToS, width) : set(static_cast<U128>(x_), ExprOp::FToU, width);
    } else if (within(rangeOf(through, true, i_.sourceType.width))) {
      set(static_cast<uint64_t>(static_cast<int64_t>(x_)), ExprOp::FToS, through);
    } else if (!isSigned && width == 64 && within({powerOfTwo(63), true, powerOfTwo(64)})) {
      set(static_cast<uint64_t>(x_), ExprOp::FToU, through);
    } else if (i_.sourceType.width == 80 && !isSigned && width == 64 && !within({-std::numeric_limits<long double>::infinity(), true, 0})) {
      set(0);
    } else {
      set(U128{1} << (through - 1));
    }
  }

 private:
  // The narrowest signed integer that the processor converts to and that holds so many bits; of unsigned 64 bits the widest.
  unsigned throughFor(unsigned bits) const { return bits <= 16 && i_.sourceType.width == 80 ? 16 : bits <= 32 ? 32 : 64; }

  // By a decision, if the value is symbolic.
  bool within(const Range& range) {
    const bool holds = range.holds(x_);
    if (m_.isSymbolic(a_.shadow)) {
      const ExprId e = rangeExpr(m_.pool(), m_.exprOf(a_, i_.sourceType), range);
      m_.decide(holds ? e : m_.pool().notOf(e), DecisionKind::Concretised);
    }
    return holds;
  }

  void set(U128 bits, ExprOp conversion = ExprOp::Constant, unsigned through = 0) {
    bits = truncateTo(bits, i_.type.width);
    Shadow flags = flagsOfAny(m_, i_.type, {a_});
    if (conversion != ExprOp::Constant && m_.isSymbolic(a_.shadow)) {
      ExprPool& pool = m_.pool();
      const ExprId whole = pool.convert(conversion, m_.exprOf(a_, i_.sourceType), expr::Sort::bits(through));
      flags.expr = registerExpr(pool, pool.extract(whole, 0, i_.type.width));
    }
    m_.setValue(i_.dst, i_.type, {bits, m_.keep(flags, i_.type, bits)});
  }

  Machine& m_;
  const Instruction& i_;
  Value a_;
  long double x_ = 0;
};

}  // namespace

void opFPToSI(Machine& m, const Instruction& i) { FloatToInt(m, i).run(true); }
void opFPToUI(Machine& m, const Instruction& i) { FloatToInt(m, i).run(false); }

// --- the same bits as another type

void opBitCast(Machine& m, const Instruction& i) {
  m.setValue(i.dst, i.type, m.reinterpret(m.value(i.a, i.sourceType), i.sourceType, i.type));
}

// LLVM allows an integer of another width: it is cut off or extended with zeros.
void opPtrToInt(Machine& m, const Instruction& i) {
  Value v = m.reinterpret(m.value(i.a, Type::pointer()), Type::pointer(), Type::integer(64));
  if (i.type.width < 64) {
    Shadow shadow = m.shadows()[v.shadow];
    v.bits = truncateTo(v.bits, i.type.width);
    shadow.undefined = truncateTo(shadow.undefined, i.type.width);
    if (shadow.expr.valid()) shadow.expr = registerExpr(m.pool(), m.pool().extract(shadow.expr, 0, i.type.width));
    v.shadow = m.keep(shadow, i.type, v.bits);
  } else if (i.type.width > 64) {
    Shadow shadow = m.shadows()[v.shadow];
    shadow.origin = 0;
    if (shadow.expr.valid()) shadow.expr = m.pool().extend(ExprOp::ZExt, shadow.expr, i.type.width);
    v.shadow = m.keep(shadow, i.type, v.bits);
  }
  m.setValue(i.dst, i.type, v);
}

void opIntToPtr(Machine& m, const Instruction& i) {
  Value v = m.value(i.a, i.sourceType);
  if (i.sourceType.width != 64) {
    Shadow shadow = m.shadows()[v.shadow];
    v.bits = static_cast<uint64_t>(v.bits);
    shadow.origin = 0;
    shadow.undefined = truncateTo(shadow.undefined, 64);
    if (shadow.expr.valid()) {
      const ExprId e = bitsExpr(m.pool(), shadow.expr);
      shadow.expr = i.sourceType.width < 64 ? m.pool().extend(ExprOp::ZExt, e, 64) : m.pool().extract(e, 0, 64);
    }
    v.shadow = m.keep(shadow, Type::integer(64), v.bits);
  }
  m.setValue(i.dst, Type::pointer(), m.reinterpret(v, Type::integer(64), Type::pointer()));
}

namespace {

// What is left of a partly undefined value when its undefined bits become zero.
Value frozen(Machine& m, Type type, const Value& v) {
  Shadow shadow = m.shadows()[v.shadow];
  const U128 defined = maskOf(type.width) & ~shadow.undefined;
  const U128 bits = v.bits & defined;
  shadow.undefined = 0;
  if (shadow.expr.valid()) {
    shadow.expr = defined == 0 ? ExprId() : m.pool().binary(ExprOp::BitAnd, shadow.expr, m.pool().bits(type.width, defined));
  }
  shadow.origin = 0;
  shadow.addressDerived |= type.isPointer() && defined != 0;  // no telling what it points to
  return {bits, m.keep(shadow, type, bits)};
}

}  // namespace

void opFreeze(Machine& m, const Instruction& i) {
  const Value v = m.value(i.a, i.type);
  if (v.shadow == 0 || m.shadows()[v.shadow].undefined == 0) return m.setValue(i.dst, i.type, v);
  if (!i.type.isFloat()) return m.setValue(i.dst, i.type, frozen(m, i.type, v));
  const Type pattern = Type::integer(i.type.width);
  m.setValue(i.dst, i.type, m.reinterpret(frozen(m, pattern, m.reinterpret(v, i.type, pattern)), pattern, i.type));
}

}  // namespace cleave::vm
