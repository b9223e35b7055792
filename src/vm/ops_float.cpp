// Floats. Concrete values are computed by this machine's IEEE arithmetic, in the precision of the type (SSE, and x87 for 80 bits), and keep
// the NaN patterns that x86-64 gives; expressions know one NaN only. Wherever the pattern of a NaN would show (casts, copysign, classes) the handler decides that
// there is none, or how it came about (nan_pattern.cpp).
#include <bit>
#include <cmath>

#include "support/check.h"
#include "support/float_format.h"
#include "vm/private/hidden.h"
#include "vm/private/nan_pattern.h"
#include "vm/private/ops.h"
#include "vm/private/shadow_rules.h"

namespace cleave::vm {

using expr::ExprId;
using expr::ExprPool;
using ExprOp = expr::Op;
using program::FloatPredicate;

namespace {

// --- patterns

template <class F>
constexpr bool kIsWide = sizeof(F) > 8;
template <class F>
using PatternOf = std::conditional_t<sizeof(F) == 4, uint32_t, std::conditional_t<kIsWide<F>, U128, uint64_t>>;
template <class F>
using BitsOf = std::conditional_t<kIsWide<F>, U128, uint64_t>;  // as registers hold them
template <class F>
constexpr unsigned kWidth = floatWidth(sizeof(F));
template <class F>
constexpr PatternOf<F> kSign = PatternOf<F>{1} << (kWidth<F> - 1);
template <class F>
constexpr PatternOf<F> kQuiet = PatternOf<F>{1} << (sizeof(F) == 4 ? 22 : kIsWide<F> ? 62 : 51);

template <class F>
F read(BitsOf<F> bits) {
  if constexpr (kIsWide<F>) {
    return longDoubleOf(bits);
  } else {
    return std::bit_cast<F>(static_cast<PatternOf<F>>(bits));
  }
}
template <class F>
BitsOf<F> write(F value) {
  if constexpr (kIsWide<F>) {
    return bitsOf(value);
  } else {
    return std::bit_cast<PatternOf<F>>(value);
  }
}
template <class F>
F quiet(F nan) {
  return read<F>(write(nan) | kQuiet<F>);
}

// A NaN whose sign is about to be set has one that is known.
template <class F>
PatternOf<F> closed(PatternOf<F> bits) {
  return isOpenNan(bits, kWidth<F>) ? static_cast<PatternOf<F>>(canonicalNan(kWidth<F>)) : bits;
}

// The NaN that an SSE instruction gives: the first operand that is one, else the default, which has its sign set. Said here because a C++
// compiler may swap the operands of a sum. An x87 instruction chooses by what they hold, so there the order does not matter.
template <class F>
F nanOf(F a, F b) {
  if constexpr (kIsWide<F>) {
    if (a != a || b != b) return a + b;
  }
  if (a != a) return quiet(a);
  if (b != b) return quiet(b);
  return read<F>(kSign<F> | write(std::numeric_limits<F>::infinity()) | kQuiet<F>);
}

template <class F>
ExprId number(ExprPool& pool, F value) {
  return pool.constant(expr::Sort::floating(kWidth<F>), write(value));
}
ExprId numberLike(ExprPool& pool, ExprId like, double value) {
  return pool.constant(pool.sort(like), roundedTo(static_cast<long double>(value), pool.sort(like).width));
}

// True for -0 and everything below; a is no NaN.
ExprId signExpr(ExprPool& pool, ExprId a) {
  return pool.orOf(pool.binary(ExprOp::FLt, a, numberLike(pool, a, 0.0)), pool.equal(a, numberLike(pool, a, -0.0)));
}

// --- meanings

#define CLEAVE_FLOAT_BINARY(Name, symbol)                                                              \
  struct Name {                                                                                        \
    template <class F>                                                                                 \
    static F of(F a, F b) {                                                                            \
      const F result = a symbol b;                                                                     \
      return result == result ? result : nanOf(a, b);                                                  \
    }                                                                                                  \
    static ExprId expr(ExprPool& pool, ExprId a, ExprId b) { return pool.binary(ExprOp::Name, a, b); } \
  };
CLEAVE_FLOAT_BINARY(FAdd, +)
CLEAVE_FLOAT_BINARY(FSub, -)
CLEAVE_FLOAT_BINARY(FMul, *)
CLEAVE_FLOAT_BINARY(FDiv, /)
#undef CLEAVE_FLOAT_BINARY

bool isWide(const ExprPool& pool, ExprId e) { return pool.sort(e).width > 64; }

// What fminl and fmaxl make of a NaN: the other operand; of two the sum.
template <class F>
F numberAmong(F a, F b) {
  return a == a ? a : b == b ? b : a + b;
}
ExprId numberAmongExpr(ExprPool& pool, ExprId a, ExprId b, ExprId ordered) {
  const ExprId ofNan = pool.ite(pool.unary(ExprOp::FIsNan, b), pool.binary(ExprOp::FAdd, a, b), b);
  return pool.ite(pool.unary(ExprOp::FIsNan, a), ofNan, pool.ite(pool.unary(ExprOp::FIsNan, b), a, ordered));
}

// llvm.minnum and llvm.maxnum where the front end cannot tell what the code generator makes of them (passes/min_max.h): the handler ends
// the run for zeros of two signs, so which of the two these choose does not matter. Of 80 bits they are calls of the library's fminl, which
// gives the first of two zeros, and fmaxl, which gives the second.
struct FMinNum {
  template <class F>
  static F of(F a, F b) {
    if constexpr (kIsWide<F>) return a != a || b != b ? numberAmong(a, b) : a <= b ? a : b;
    return a != a ? b : b < a ? b : a;
  }
  static ExprId expr(ExprPool& pool, ExprId a, ExprId b) {
    if (isWide(pool, a)) return numberAmongExpr(pool, a, b, pool.ite(pool.binary(ExprOp::FLe, a, b), a, b));
    return pool.ite(pool.unary(ExprOp::FIsNan, a), b, pool.ite(pool.binary(ExprOp::FLt, b, a), b, a));
  }
};
struct FMaxNum {
  template <class F>
  static F of(F a, F b) {
    if constexpr (kIsWide<F>) return a != a || b != b ? numberAmong(a, b) : a > b ? a : b;
    return a != a ? b : b > a ? b : a;
  }
  static ExprId expr(ExprPool& pool, ExprId a, ExprId b) {
    if (isWide(pool, a)) return numberAmongExpr(pool, a, b, pool.ite(pool.binary(ExprOp::FLt, b, a), a, b));
    return pool.ite(pool.unary(ExprOp::FIsNan, a), b, pool.ite(pool.binary(ExprOp::FLt, a, b), b, a));
  }
};

// IEEE 754-2019 minimum and maximum: NaN wins, and -0 is below +0.
struct FMinimum {
  template <class F>
  static F of(F a, F b) {
    if (a != a || b != b) return nanOf(a, b);
    return a < b || (a == b && std::signbit(a)) ? a : b;
  }
  static ExprId expr(ExprPool& pool, ExprId a, ExprId b) {
    const ExprId equals = pool.ite(pool.equal(a, numberLike(pool, a, -0.0)), a, b);
    const ExprId ordered = pool.ite(pool.binary(ExprOp::FLt, a, b), a, pool.ite(pool.binary(ExprOp::FLt, b, a), b, equals));
    return pool.ite(pool.unary(ExprOp::FIsNan, a), a, pool.ite(pool.unary(ExprOp::FIsNan, b), b, ordered));
  }
};
struct FMaximum {
  template <class F>
  static F of(F a, F b) {
    if (a != a || b != b) return nanOf(a, b);
    return a > b || (a == b && !std::signbit(a)) ? a : b;
  }
  static ExprId expr(ExprPool& pool, ExprId a, ExprId b) {
    const ExprId equals = pool.ite(pool.equal(a, numberLike(pool, a, -0.0)), b, a);
    const ExprId ordered = pool.ite(pool.binary(ExprOp::FLt, b, a), a, pool.ite(pool.binary(ExprOp::FLt, a, b), b, equals));
    return pool.ite(pool.unary(ExprOp::FIsNan, a), a, pool.ite(pool.unary(ExprOp::FIsNan, b), b, ordered));
  }
};

#define CLEAVE_FLOAT_UNARY(Name, value, exprOp)                                    \
  struct Name {                                                                    \
    template <class F>                                                             \
    static F of(F a) {                                                             \
      return value;                                                                \
    }                                                                              \
    static ExprId expr(ExprPool& pool, ExprId a) { return pool.unary(exprOp, a); } \
  };
CLEAVE_FLOAT_UNARY(FNeg, read<F>(write(a) ^ kSign<F>), ExprOp::FNeg)
CLEAVE_FLOAT_UNARY(FAbs, read<F>(closed<F>(write(a)) & ~kSign<F>), ExprOp::FAbs)
CLEAVE_FLOAT_UNARY(FSqrt, a < 0 || a != a ? nanOf(a, a) : std::sqrt(a), ExprOp::FSqrt)
CLEAVE_FLOAT_UNARY(FFloor, a != a ? quiet(a) : std::floor(a), ExprOp::FRoundDown)
CLEAVE_FLOAT_UNARY(FCeil, a != a ? quiet(a) : std::ceil(a), ExprOp::FRoundUp)
CLEAVE_FLOAT_UNARY(FTrunc, a != a ? quiet(a) : std::trunc(a), ExprOp::FRoundToZero)
CLEAVE_FLOAT_UNARY(FNearby, a != a ? quiet(a) : std::nearbyint(a), ExprOp::FRoundEven)  // in the rounding mode that nobody changes
CLEAVE_FLOAT_UNARY(FRound, a != a ? quiet(a) : std::round(a), ExprOp::FRoundAway)
#undef CLEAVE_FLOAT_UNARY

// Which operand the library takes is its own affair.
template <class F>
F anyOpen(F result, F a, F b, F c) {
  const auto isOpen = [](F value) { return isOpenNan(write(value), kWidth<F>); };
  if (result == result || !(isOpen(a) || isOpen(b) || isOpen(c))) return result;
  return read<F>(static_cast<BitsOf<F>>(asOpenNan(write(result), kWidth<F>)));
}

struct FFma {
  template <class F>
  static F of(F a, F b, F c) {
    if constexpr (sizeof(F) == 4) {
      return anyOpen(hidden(::fmaf)(a, b, c), a, b, c);
    } else if constexpr (kIsWide<F>) {
      return anyOpen(hidden(::fmal)(a, b, c), a, b, c);
    } else {
      return anyOpen(hidden(static_cast<double (*)(double, double, double)>(::fma))(a, b, c), a, b, c);
    }
  }
  static ExprId expr(ExprPool& pool, ExprId a, ExprId b, ExprId c) { return pool.fma(a, b, c); }
};

// --- handlers

// The shadow of a float result. An expression that folded to NaN says nothing of the pattern, which may still vary with the input: fix
// that.
template <class... Values>
ShadowId shadowOfResult(Machine& m, Type type, ExprId e, U128 bits, const Values&... operands) {
  Shadow flags = flagsOfAny(m, type, {operands...});
  const bool isFolded = e.valid() && type.isFloat() && (m.fixFoldedNan(e, m.shadows()[operands.shadow].expr) | ...);
  if (!isFolded) flags.expr = e;
  return m.keep(flags, type, bits);
}

// Of 80 bits, in two registers. Which of two NaNs goes on hangs on their payloads, and so may an open one that does not.
template <class Meaning, class... Operands>
void computeWide(Machine& m, const Instruction& i, Operands... operands) {
  const auto general = [&](const auto&... values) {
    U128 bits = write<long double>(Meaning::template of<long double>(read<long double>(values.bits)...));
    const bool isOpen = i.flag == program::kOpenNan || (isOpenNan(values.bits, 80) || ...);
    if (isOpen && i.op != program::Op::FAbs && isNan(bits, 80)) bits = asOpenNan(bits, 80);
    ExprId e;
    if ((m.isSymbolic(values.shadow) || ...)) e = Meaning::expr(m.pool(), m.exprOf(values, i.type)...);
    const bool isPlain = ((values.shadow | ...) == 0);
    m.setValue(i.dst, i.type, {bits, isPlain ? 0 : shadowOfResult(m, i.type, e, bits, values...)});
  };
  general(m.value(operands, i.type)...);
}

template <class Meaning, class... Operands>
void compute(Machine& m, const Instruction& i, Operands... operands) {
  if (i.type.width > 64) return computeWide<Meaning>(m, i, operands...);
  const auto apply = [&]<class F>() { return write<F>(Meaning::template of<F>(read<F>(m.get(operands).bits)...)); };
  uint64_t bits = i.type.width == 64 ? apply.template operator()<double>() : apply.template operator()<float>();
  if (i.flag == program::kOpenNan && isNan(bits, i.type.width)) [[unlikely]]
    bits = static_cast<uint64_t>(asOpenNan(bits, i.type.width));
  if ((m.get(operands).tag() | ...) == 0) [[likely]] {
    m.setPlain(i.dst, bits);
    return;
  }
  const auto general = [&](const auto&... values) {
    ExprId e;
    if ((m.isSymbolic(values.shadow) || ...)) e = Meaning::expr(m.pool(), m.exprOf(values, i.type)...);
    m.set(i.dst, bits, shadowOfResult(m, i.type, e, bits, values...));
  };
  general(m.value(operands, i.type)...);
}

// That the operands are not zeros of two signs; else the run ends.
bool requireOneZero(Machine& m, const Instruction& i) {
  const Value a = m.value(i.a, i.type);
  const Value b = m.value(i.b, i.type);
  const U128 sign = U128{1} << (i.type.width - 1);
  const bool meet = ((a.bits | b.bits) & ~sign) == 0 && a.bits != b.bits;
  if (m.isSymbolic(a.shadow) || m.isSymbolic(b.shadow)) {
    ExprPool& pool = m.pool();
    const ExprId x = m.exprOf(a, i.type);
    const ExprId y = m.exprOf(b, i.type);
    const ExprId zero = numberLike(pool, x, 0.0);
    const ExprId zeros = pool.andOf(pool.binary(ExprOp::FEqual, x, zero), pool.binary(ExprOp::FEqual, y, zero));
    const ExprId twoSigns = pool.andOf(zeros, pool.notOf(pool.equal(x, y)));
    m.decide(meet ? twoSigns : pool.notOf(twoSigns), DecisionKind::Concretised);
  }
  if (meet) m.unfinished("unsupported: which zero fmin or fmax gives depends on the compiler here");
  return !meet;
}

// A NaN that signals is the result of fminl and fmaxl, where a quiet one is not. Only bits that a program makes itself are such.
bool requireQuiet(Machine& m, const Instruction& i) {
  for (const Operand operand : {i.a, i.b}) {
    const U128 bits = m.value(operand, i.type).bits;
    if (!isNan(bits, i.type.width) || (bits & kQuiet<long double>) != 0) continue;
    m.unfinished("unsupported: fminl or fmaxl of a signalling NaN");
    return false;
  }
  return true;
}

template <class Meaning>
void unary(Machine& m, const Instruction& i) {
  compute<Meaning>(m, i, i.a);
}
template <class Meaning>
void binary(Machine& m, const Instruction& i) {
  compute<Meaning>(m, i, i.a, i.b);
}

}  // namespace

void opFAdd(Machine& m, const Instruction& i) { binary<FAdd>(m, i); }
void opFSub(Machine& m, const Instruction& i) { binary<FSub>(m, i); }
void opFMul(Machine& m, const Instruction& i) { binary<FMul>(m, i); }
void opFDiv(Machine& m, const Instruction& i) { binary<FDiv>(m, i); }
void opFNeg(Machine& m, const Instruction& i) { unary<FNeg>(m, i); }
void opFAbs(Machine& m, const Instruction& i) { unary<FAbs>(m, i); }
void opFSqrt(Machine& m, const Instruction& i) { unary<FSqrt>(m, i); }
void opFFma(Machine& m, const Instruction& i) { compute<FFma>(m, i, i.a, i.b, i.c); }
void opFFloor(Machine& m, const Instruction& i) { unary<FFloor>(m, i); }
void opFCeil(Machine& m, const Instruction& i) { unary<FCeil>(m, i); }
void opFTrunc(Machine& m, const Instruction& i) { unary<FTrunc>(m, i); }
void opFRint(Machine& m, const Instruction& i) { unary<FNearby>(m, i); }
void opFNearbyInt(Machine& m, const Instruction& i) { unary<FNearby>(m, i); }
void opFRoundEven(Machine& m, const Instruction& i) { unary<FNearby>(m, i); }
void opFRound(Machine& m, const Instruction& i) { unary<FRound>(m, i); }
void opFMinNum(Machine& m, const Instruction& i) {
  if (i.type.width > 64 ? requireQuiet(m, i) : requireOneZero(m, i)) binary<FMinNum>(m, i);
}
void opFMaxNum(Machine& m, const Instruction& i) {
  if (i.type.width > 64 ? requireQuiet(m, i) : requireOneZero(m, i)) binary<FMaxNum>(m, i);
}
void opFMinimum(Machine& m, const Instruction& i) { binary<FMinimum>(m, i); }
void opFMaximum(Machine& m, const Instruction& i) { binary<FMaximum>(m, i); }

namespace {

U128 remainderOf(U128 a, U128 b, unsigned width) {
  if (width == 32) return bitsOf(std::fmod(floatOf(a), floatOf(b)));
  return width == 64 ? bitsOf(std::fmod(doubleOf(a), doubleOf(b))) : bitsOf(std::fmod(longDoubleOf(a), longDoubleOf(b)));
}

}  // namespace

// No theory of floats has a remainder that is C's fmod: both operands are fixed.
void opFRem(Machine& m, const Instruction& i) {
  const Value a = m.value(i.a, i.type);
  const Value b = m.value(i.b, i.type);
  m.concretise(a, i.type, DecisionKind::Concretised);
  m.concretise(b, i.type, DecisionKind::Concretised);
  U128 bits = remainderOf(a.bits, b.bits, i.type.width);
  const bool isOpen = i.flag == program::kOpenNan || isOpenNan(a.bits, i.type.width) || isOpenNan(b.bits, i.type.width);
  if (isOpen && isNan(bits, i.type.width)) bits = asOpenNan(bits, i.type.width);
  m.setValue(i.dst, i.type, {bits, m.keep(flagsOfAny(m, i.type, {a, b}), i.type, bits)});
}

void opFCopySign(Machine& m, const Instruction& i) {
  const Value a = m.value(i.a, i.type);
  const Value b = m.value(i.b, i.type);
  const U128 sign = U128{1} << (i.type.width - 1);
  const U128 size = isOpenNan(a.bits, i.type.width) ? canonicalNan(i.type.width) : a.bits & ~sign;
  const U128 bits = size | (b.bits & sign);
  if (isOpenNan(b.bits, i.type.width)) m.withKnownNan(b, i.type);  // ends the run
  ExprId e;
  if (m.isSymbolic(a.shadow) || m.isSymbolic(b.shadow)) {
    ExprPool& pool = m.pool();
    const ExprId magnitude = pool.unary(ExprOp::FAbs, m.exprOf(a, i.type));
    ExprId negative = pool.boolean((b.bits & sign) != 0);
    if (m.isSymbolic(b.shadow)) {
      const ExprId of = m.exprOf(b, i.type);
      if (isNan(b.bits, i.type.width)) {
        m.fixNan(of);
      } else {
        m.decide(pool.notOf(pool.unary(ExprOp::FIsNan, of)), DecisionKind::Concretised);
        negative = signExpr(pool, of);
      }
    }
    e = pool.ite(negative, pool.unary(ExprOp::FNeg, magnitude), magnitude);
  }
  m.setValue(i.dst, i.type, {bits, shadowOfResult(m, i.type, e, bits, a, b)});
}

// --- comparisons

namespace {

// By predicate: bit 0 if true for less, bit 1 for equal, bit 2 for greater, bit 3 for unordered.
constexpr uint8_t kTrueFor[] = {0b0000, 0b0010, 0b0100, 0b0110, 0b0001, 0b0011, 0b0101, 0b0111,
                                0b1000, 0b1010, 0b1100, 0b1110, 0b1001, 0b1011, 0b1101, 0b1111};

template <class F>
bool compare(uint8_t predicate, F a, F b) {
  const unsigned order = a < b ? 0 : a == b ? 1 : a > b ? 2 : 3;
  return (kTrueFor[predicate] >> order) & 1;
}

ExprId compareExpr(ExprPool& pool, FloatPredicate predicate, ExprId a, ExprId b) {
  const auto op = [&](ExprOp o, ExprId x, ExprId y) { return pool.binary(o, x, y); };
  const auto unordered = [&] { return pool.orOf(pool.unary(ExprOp::FIsNan, a), pool.unary(ExprOp::FIsNan, b)); };
  const auto apart = [&] { return pool.orOf(op(ExprOp::FLt, a, b), op(ExprOp::FLt, b, a)); };
  switch (predicate) {
    case FloatPredicate::False:
      return pool.boolean(false);
    case FloatPredicate::OEq:
      return op(ExprOp::FEqual, a, b);
    case FloatPredicate::OGt:
      return op(ExprOp::FLt, b, a);
    case FloatPredicate::OGe:
      return op(ExprOp::FLe, b, a);
    case FloatPredicate::OLt:
      return op(ExprOp::FLt, a, b);
    case FloatPredicate::OLe:
      return op(ExprOp::FLe, a, b);
    case FloatPredicate::ONe:
      return apart();
    case FloatPredicate::Ord:
      return pool.notOf(unordered());
    case FloatPredicate::Uno:
      return unordered();
    case FloatPredicate::UEq:
      return pool.notOf(apart());
    case FloatPredicate::UGt:
      return pool.notOf(op(ExprOp::FLe, a, b));
    case FloatPredicate::UGe:
      return pool.notOf(op(ExprOp::FLt, a, b));
    case FloatPredicate::ULt:
      return pool.notOf(op(ExprOp::FLe, b, a));
    case FloatPredicate::ULe:
      return pool.notOf(op(ExprOp::FLt, b, a));
    case FloatPredicate::UNe:
      return pool.notOf(op(ExprOp::FEqual, a, b));
    case FloatPredicate::True:
      return pool.boolean(true);
  }
  UNREACHABLE("a predicate of no kind");
}

}  // namespace

namespace {

void compareGeneral(Machine& m, const Instruction& i, bool result, const Value& va, const Value& vb) {
  ExprId e;
  if (m.isSymbolic(va.shadow) || m.isSymbolic(vb.shadow)) {
    e = compareExpr(m.pool(), static_cast<FloatPredicate>(i.flag), m.exprOf(va, i.type), m.exprOf(vb, i.type));
  }
  m.set(i.dst, result, shadowOfResult(m, Type::integer(1), e, result, va, vb));
}

}  // namespace

void opFCmp(Machine& m, const Instruction& i) {
  if (i.type.width > 64) {
    const Value a = m.value(i.a, i.type), b = m.value(i.b, i.type);
    return compareGeneral(m, i, compare(i.flag, longDoubleOf(a.bits), longDoubleOf(b.bits)), a, b);
  }
  const Slot& a = m.get(i.a);
  const Slot& b = m.get(i.b);
  const bool result = i.type.width == 64 ? compare(i.flag, read<double>(a.bits), read<double>(b.bits))
                                         : compare(i.flag, read<float>(a.bits), read<float>(b.bits));
  if ((a.tag() | b.tag()) == 0) [[likely]] {
    m.setPlain(i.dst, result);
    return;
  }
  compareGeneral(m, i, result, m.value(i.a, i.type), m.value(i.b, i.type));
}

// --- classes

namespace {

// LLVM's masks of llvm.is.fpclass
enum Class : unsigned {
  SignallingNan = 1 << 0,
  QuietNan = 1 << 1,
  NegativeInfinity = 1 << 2,
  NegativeNormal = 1 << 3,
  NegativeSubnormal = 1 << 4,
  NegativeZero = 1 << 5,
  PositiveZero = 1 << 6,
  PositiveSubnormal = 1 << 7,
  PositiveNormal = 1 << 8,
  PositiveInfinity = 1 << 9,
};

template <class F>
unsigned classOf(F a) {
  const bool negative = std::signbit(a);
  switch (std::fpclassify(a)) {
    case FP_NAN:
      return (write(a) & kQuiet<F>) != 0 ? QuietNan : SignallingNan;
    case FP_INFINITE:
      return negative ? NegativeInfinity : PositiveInfinity;
    case FP_ZERO:
      return negative ? NegativeZero : PositiveZero;
    case FP_SUBNORMAL:
      return negative ? NegativeSubnormal : PositiveSubnormal;
    case FP_NORMAL:
      return negative ? NegativeNormal : PositiveNormal;
  }
  UNREACHABLE("a float of no class");
}

template <class F>
ExprId classExpr(ExprPool& pool, ExprId a, unsigned mask) {
  using Limits = std::numeric_limits<F>;
  const ExprId zero = number<F>(pool, 0);
  const ExprId normal = number(pool, Limits::min());
  const ExprId size = pool.unary(ExprOp::FAbs, a);
  const ExprId negative = pool.binary(ExprOp::FLt, a, zero);
  const ExprId positive = pool.binary(ExprOp::FLt, zero, a);
  const ExprId isSubnormal = pool.binary(ExprOp::FLt, size, normal);  // or zero
  const ExprId isNormal = pool.andOf(pool.binary(ExprOp::FLe, normal, size), pool.binary(ExprOp::FLe, size, number(pool, Limits::max())));
  ExprId result = pool.boolean(false);
  const auto add = [&](unsigned bits, ExprId holds) {
    if ((mask & bits) != 0) result = pool.orOf(result, holds);
  };
  add(SignallingNan | QuietNan, pool.unary(ExprOp::FIsNan, a));
  add(NegativeInfinity, pool.equal(a, number(pool, -Limits::infinity())));
  add(NegativeNormal, pool.andOf(negative, isNormal));
  add(NegativeSubnormal, pool.andOf(negative, isSubnormal));
  add(NegativeZero, pool.equal(a, number<F>(pool, -F{0})));
  add(PositiveZero, pool.equal(a, zero));
  add(PositiveSubnormal, pool.andOf(positive, isSubnormal));
  add(PositiveNormal, pool.andOf(positive, isNormal));
  add(PositiveInfinity, pool.equal(a, number(pool, Limits::infinity())));
  return result;
}

}  // namespace

void opFIsClass(Machine& m, const Instruction& i) {
  const Value a = m.value(i.a, i.type);
  const auto mask = static_cast<unsigned>(i.imm);
  const unsigned width = i.type.width;
  const unsigned found = width == 32 ? classOf(floatOf(a.bits)) : width == 64 ? classOf(doubleOf(a.bits)) : classOf(longDoubleOf(a.bits));
  const bool result = (found & mask) != 0;
  ExprId e;
  if (m.isSymbolic(a.shadow)) {
    const ExprId of = m.exprOf(a, i.type);
    e = width == 32   ? classExpr<float>(m.pool(), of, mask)
        : width == 64 ? classExpr<double>(m.pool(), of, mask)
                      : classExpr<long double>(m.pool(), of, mask);
    const unsigned nans = mask & (SignallingNan | QuietNan);
    if (nans == SignallingNan || nans == QuietNan) {
      // Which of the two a NaN is, the expression does not know.
      if (isNan(a.bits, i.type.width)) {
        m.fixNan(of);
        e = {};
      } else {
        m.decide(m.pool().notOf(m.pool().unary(ExprOp::FIsNan, of)), DecisionKind::Concretised);
      }
    }
  }
  m.set(i.dst, result, shadowOfResult(m, Type::integer(1), e, result, a));
}

}  // namespace cleave::vm
