#include <cmath>
#include <limits>

#include "smt_term.h"
#include "support/check.h"

namespace cleave::soundness {

namespace {

template <class F>
F floatFrom(uint64_t bits) {
  if constexpr (sizeof(F) == 4)
    return floatOf(bits);
  else
    return doubleOf(bits);
}

template <class F>
uint64_t patternOf(F value) {
  if (std::isnan(value)) return static_cast<uint64_t>(canonicalNan(8 * sizeof(F)));
  return static_cast<uint64_t>(bitsOf(value));
}

template <class F>
F roundIntegral(F x, uint64_t mode) {
  switch (mode) {
    case 0:
      return std::nearbyint(x);  // the default environment: to nearest, ties to even
    case 1:
      return std::round(x);
    case 2:
      return std::ceil(x);
    case 3:
      return std::floor(x);
    default:
      return std::trunc(x);
  }
}

template <class T>
T signedDivide(T a, T b, unsigned width, bool remainder) {
  T mask = static_cast<T>(maskOf(width));
  bool negativeA = (a >> (width - 1)) & 1, negativeB = (b >> (width - 1)) & 1;
  T x = negativeA ? (T{0} - a) & mask : a, y = negativeB ? (T{0} - b) & mask : b;
  T result = remainder ? (y == 0 ? x : x % y) : (y == 0 ? mask : x / y);
  bool negate = remainder ? negativeA : negativeA != negativeB;
  return negate ? (T{0} - result) & mask : result;
}

}  // namespace

void TermValues::compute(const std::vector<std::vector<uint64_t>>& columns, size_t first, size_t count) {
  count_ = count;
  for (uint32_t id = 0; id < table_.terms().size(); ++id) evaluate(id, columns, first);
}

void TermValues::evaluate(uint32_t id, const std::vector<std::vector<uint64_t>>& columns, size_t first) {
  const Term& t = table_.terms()[id];
  if (t.op == TermOp::Symbol) {
    values_[id].assign(columns[t.number].begin() + static_cast<ptrdiff_t>(first),
                       columns[t.number].begin() + static_cast<ptrdiff_t>(first + count_));
    if (t.kind == TermKind::Float)  // any pattern may be an input, and all NaNs are one
      for (uint64_t& each : values_[id]) each = t.width == 32 ? patternOf(floatOf(each)) : patternOf(doubleOf(each));
    return;
  }
  bool wide = t.kind == TermKind::Bits && t.width > 64;
  if (t.op == TermOp::Constant) {
    if (wide)
      wide_[id].assign(count_, (U128{t.high} << 64) | t.number);
    else
      values_[id].assign(count_, t.number);
    return;
  }
  const Term& operand = table_.terms()[t.op == TermOp::Ite ? t.b : t.a];
  bool floats = t.op >= TermOp::FAdd;
  if (floats) return evaluateFloat(id);
  if (wide || operand.width > 64) return evaluateBits<U128>(id);
  return evaluateBits<uint64_t>(id);
}

template <class T>
void TermValues::evaluateBits(uint32_t id) {
  const Term& t = table_.terms()[id];
  const unsigned width = t.width;
  const unsigned from = table_.terms()[t.a].width;
  const T mask = static_cast<T>(maskOf(width));
  const T operandMask = static_cast<T>(maskOf(from));
  const T operandSign = static_cast<T>(T{1} << (from - 1));

  // Operands in the type that the operation is computed in; a copy only where the other is stored.
  std::vector<T> copies[3];
  auto operand = [&](uint32_t term, int k) -> const T* {
    if constexpr (sizeof(T) == 8) {
      return values_[term].data();
    } else {
      if (!wide_[term].empty()) return wide_[term].data();
      copies[k].assign(values_[term].begin(), values_[term].end());
      return copies[k].data();
    }
  };
  const T* a = operand(t.a, 0);
  const T* b = operand(t.b, 1);
  const T* c = t.op == TermOp::Ite ? operand(t.c, 2) : nullptr;
  bool toWide = t.kind == TermKind::Bits && width > 64;
  if (toWide)
    wide_[id].resize(count_);
  else
    values_[id].resize(count_);
  auto fill = [&](auto compute) {
    if (toWide) {
      for (size_t i = 0; i < count_; ++i) wide_[id][i] = static_cast<U128>(compute(i)) & mask;
    } else {
      for (size_t i = 0; i < count_; ++i) values_[id][i] = static_cast<uint64_t>(compute(i) & mask);
    }
  };
  auto asSign = [&](T x) { return x ^ operandSign; };  // orders signed numbers as unsigned ones

  switch (t.op) {
    case TermOp::Not:
      return fill([&](size_t i) { return T(a[i] == 0); });
    case TermOp::And:
      return fill([&](size_t i) { return T(a[i] & b[i]); });
    case TermOp::Or:
      return fill([&](size_t i) { return T(a[i] | b[i]); });
    case TermOp::Xor:
      return fill([&](size_t i) { return T(a[i] ^ b[i]); });
    case TermOp::Implies:
      return fill([&](size_t i) { return T(!a[i] || b[i]); });
    case TermOp::Equal:
      return fill([&](size_t i) { return T(a[i] == b[i]); });  // floats: NaNs are canonical, so `=` is equality of patterns
    case TermOp::Ite:
      return fill([&](size_t i) { return a[i] ? b[i] : c[i]; });
    case TermOp::Add:
      return fill([&](size_t i) { return T(a[i] + b[i]); });
    case TermOp::Sub:
      return fill([&](size_t i) { return T(a[i] - b[i]); });
    case TermOp::Mul:
      return fill([&](size_t i) { return T(a[i] * b[i]); });
    case TermOp::UDiv:
      return fill([&](size_t i) { return b[i] == 0 ? mask : T(a[i] / b[i]); });
    case TermOp::URem:
      return fill([&](size_t i) { return b[i] == 0 ? a[i] : T(a[i] % b[i]); });
    case TermOp::SDiv:
      return fill([&](size_t i) { return signedDivide<T>(a[i], b[i], width, false); });
    case TermOp::SRem:
      return fill([&](size_t i) { return signedDivide<T>(a[i], b[i], width, true); });
    case TermOp::SMod:
      return fill([&](size_t i) {
        T r = signedDivide<T>(a[i], b[i], width, true);
        bool differ = ((a[i] ^ b[i]) >> (width - 1)) & 1;
        return r != 0 && differ && b[i] != 0 ? T(r + b[i]) : r;
      });
    case TermOp::Shl:
      return fill([&](size_t i) { return b[i] >= width ? T{0} : T(a[i] << static_cast<unsigned>(b[i])); });
    case TermOp::LShr:
      return fill([&](size_t i) { return b[i] >= width ? T{0} : T(a[i] >> static_cast<unsigned>(b[i])); });
    case TermOp::AShr:
      return fill([&](size_t i) {
        bool negative = (a[i] >> (width - 1)) & 1;
        if (b[i] >= width) return negative ? mask : T{0};
        unsigned n = static_cast<unsigned>(b[i]);
        return negative ? T((a[i] >> n) | ~(mask >> n)) : T(a[i] >> n);
      });
    case TermOp::BitAnd:
      return fill([&](size_t i) { return T(a[i] & b[i]); });
    case TermOp::BitOr:
      return fill([&](size_t i) { return T(a[i] | b[i]); });
    case TermOp::BitXor:
      return fill([&](size_t i) { return T(a[i] ^ b[i]); });
    case TermOp::BitNot:
      return fill([&](size_t i) { return T(~a[i]); });
    case TermOp::Neg:
      return fill([&](size_t i) { return T(T{0} - a[i]); });
    case TermOp::Concat: {
      unsigned low = table_.terms()[t.b].width;
      return fill([&](size_t i) { return low >= 8 * sizeof(T) ? b[i] : T((a[i] << low) | b[i]); });
    }
    case TermOp::Extract:
      return fill([&](size_t i) { return T(a[i] >> t.number); });
    case TermOp::ZeroExtend:
      return fill([&](size_t i) { return a[i]; });
    case TermOp::SignExtend:
      return fill([&](size_t i) { return a[i] & operandSign ? T(a[i] | ~operandMask) : a[i]; });
    case TermOp::ULt:
      return fill([&](size_t i) { return T(a[i] < b[i]); });
    case TermOp::ULe:
      return fill([&](size_t i) { return T(a[i] <= b[i]); });
    case TermOp::UGt:
      return fill([&](size_t i) { return T(a[i] > b[i]); });
    case TermOp::UGe:
      return fill([&](size_t i) { return T(a[i] >= b[i]); });
    case TermOp::SLt:
      return fill([&](size_t i) { return T(asSign(a[i]) < asSign(b[i])); });
    case TermOp::SLe:
      return fill([&](size_t i) { return T(asSign(a[i]) <= asSign(b[i])); });
    case TermOp::SGt:
      return fill([&](size_t i) { return T(asSign(a[i]) > asSign(b[i])); });
    case TermOp::SGe:
      return fill([&](size_t i) { return T(asSign(a[i]) >= asSign(b[i])); });
    case TermOp::Constant:
    case TermOp::Symbol:
    case TermOp::FAdd:
    case TermOp::FSub:
    case TermOp::FMul:
    case TermOp::FDiv:
    case TermOp::FNeg:
    case TermOp::FAbs:
    case TermOp::FSqrt:
    case TermOp::FFma:
    case TermOp::FRound:
    case TermOp::FEqual:
    case TermOp::FLt:
    case TermOp::FLe:
    case TermOp::FGt:
    case TermOp::FGe:
    case TermOp::FIsNan:
    case TermOp::FIsInf:
    case TermOp::FIsZero:
    case TermOp::FIsNegative:
    case TermOp::FConvert:
    case TermOp::FFromSigned:
    case TermOp::FFromUnsigned:
    case TermOp::FFromBits:
    case TermOp::FToSigned:
    case TermOp::FToUnsigned:
    case TermOp::FToBits:
      break;
  }
  UNREACHABLE("not an operation on bits");
}

void TermValues::evaluateFloat(uint32_t id) {
  const Term& t = table_.terms()[id];
  bool toFloat = t.op == TermOp::FConvert || t.op == TermOp::FFromSigned || t.op == TermOp::FFromUnsigned || t.op == TermOp::FFromBits;
  unsigned width = toFloat ? t.width : table_.terms()[t.a].width;
  if (width == 32)
    evaluateFloatOf<float>(id);
  else
    evaluateFloatOf<double>(id);
}

// F: the float that is read, or for conversions to float the one that is made.
template <class F>
void TermValues::evaluateFloatOf(uint32_t id) {
  const Term& t = table_.terms()[id];
  const Term& from = table_.terms()[t.a];
  bool toWide = t.kind == TermKind::Bits && t.width > 64;
  values_[id].resize(toWide ? 0 : count_);
  wide_[id].resize(toWide ? count_ : 0);
  auto x = [&](size_t i) { return floatFrom<F>(values_[t.a][i]); };
  auto y = [&](size_t i) { return floatFrom<F>(values_[t.b][i]); };
  auto fill = [&](auto compute) {
    for (size_t i = 0; i < count_; ++i) values_[id][i] = static_cast<uint64_t>(compute(i));
  };
  // Out of range the standard leaves the value open; whoever prints such a term has excluded it by another one.
  auto toInteger = [&](size_t i) -> U128 {
    F v = std::trunc(x(i));
    if (!(std::abs(v) < std::ldexp(F{1}, 126))) return 0;
    return truncateTo(static_cast<U128>(static_cast<I128>(v)), t.width);
  };
  switch (t.op) {
    case TermOp::FAdd:
      return fill([&](size_t i) { return patternOf<F>(x(i) + y(i)); });
    case TermOp::FSub:
      return fill([&](size_t i) { return patternOf<F>(x(i) - y(i)); });
    case TermOp::FMul:
      return fill([&](size_t i) { return patternOf<F>(x(i) * y(i)); });
    case TermOp::FDiv:
      return fill([&](size_t i) { return patternOf<F>(x(i) / y(i)); });
    case TermOp::FNeg:
      return fill([&](size_t i) { return patternOf<F>(-x(i)); });
    case TermOp::FAbs:
      return fill([&](size_t i) { return patternOf<F>(std::abs(x(i))); });
    case TermOp::FSqrt:
      return fill([&](size_t i) { return patternOf<F>(std::sqrt(x(i))); });
    case TermOp::FFma:
      return fill([&](size_t i) { return patternOf<F>(std::fma(x(i), y(i), floatFrom<F>(values_[t.c][i]))); });
    case TermOp::FRound:
      return fill([&](size_t i) { return patternOf<F>(roundIntegral<F>(x(i), t.number)); });
    case TermOp::FEqual:
      return fill([&](size_t i) { return x(i) == y(i); });
    case TermOp::FLt:
      return fill([&](size_t i) { return x(i) < y(i); });
    case TermOp::FLe:
      return fill([&](size_t i) { return x(i) <= y(i); });
    case TermOp::FGt:
      return fill([&](size_t i) { return x(i) > y(i); });
    case TermOp::FGe:
      return fill([&](size_t i) { return x(i) >= y(i); });
    case TermOp::FIsNan:
      return fill([&](size_t i) { return std::isnan(x(i)); });
    case TermOp::FIsInf:
      return fill([&](size_t i) { return std::isinf(x(i)); });
    case TermOp::FIsZero:
      return fill([&](size_t i) { return x(i) == 0; });
    case TermOp::FIsNegative:
      return fill([&](size_t i) { return !std::isnan(x(i)) && std::signbit(x(i)); });
    case TermOp::FConvert:
      if (from.width == 32) return fill([&](size_t i) { return patternOf<F>(static_cast<F>(floatOf(values_[t.a][i]))); });
      return fill([&](size_t i) { return patternOf<F>(static_cast<F>(doubleOf(values_[t.a][i]))); });
    case TermOp::FFromSigned:
      return fill([&](size_t i) { return patternOf<F>(static_cast<F>(asSigned(value(t.a, i), from.width))); });
    case TermOp::FFromUnsigned:
      return fill([&](size_t i) { return patternOf<F>(static_cast<F>(value(t.a, i))); });
    case TermOp::FFromBits:
      return fill([&](size_t i) { return patternOf<F>(floatFrom<F>(values_[t.a][i])); });
    case TermOp::FToBits:
      return fill([&](size_t i) { return values_[t.a][i]; });
    case TermOp::FToSigned:
    case TermOp::FToUnsigned:
      if (!toWide) return fill(toInteger);
      for (size_t i = 0; i < count_; ++i) wide_[id][i] = toInteger(i);
      return;
    case TermOp::Constant:
    case TermOp::Symbol:
    case TermOp::Not:
    case TermOp::And:
    case TermOp::Or:
    case TermOp::Xor:
    case TermOp::Implies:
    case TermOp::Equal:
    case TermOp::Ite:
    case TermOp::Add:
    case TermOp::Sub:
    case TermOp::Mul:
    case TermOp::UDiv:
    case TermOp::SDiv:
    case TermOp::URem:
    case TermOp::SRem:
    case TermOp::SMod:
    case TermOp::Shl:
    case TermOp::LShr:
    case TermOp::AShr:
    case TermOp::BitAnd:
    case TermOp::BitOr:
    case TermOp::BitXor:
    case TermOp::BitNot:
    case TermOp::Neg:
    case TermOp::Concat:
    case TermOp::Extract:
    case TermOp::ZeroExtend:
    case TermOp::SignExtend:
    case TermOp::ULt:
    case TermOp::ULe:
    case TermOp::UGt:
    case TermOp::UGe:
    case TermOp::SLt:
    case TermOp::SLe:
    case TermOp::SGt:
    case TermOp::SGe:
      break;
  }
  UNREACHABLE("not an operation on floats");
}

}  // namespace cleave::soundness
