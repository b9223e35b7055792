#include "expr/fold_float.h"

#include <cmath>

#include "support/check.h"

namespace cleave::expr {

namespace {

struct Format {
  unsigned fraction;  // stored bits of the significand
  unsigned exponent;
  int bias;
};

Format formatOf(unsigned width) { return width == 32 ? Format{23, 8, 127} : Format{52, 11, 1023}; }

unsigned bitLength(U128 value) {
  auto high = static_cast<uint64_t>(value >> 64);
  auto low = static_cast<uint64_t>(value);
  if (high != 0) return 128 - static_cast<unsigned>(__builtin_clzll(high));
  return low == 0 ? 0 : 64 - static_cast<unsigned>(__builtin_clzll(low));
}

template <class F>
F valueOf(U128 bits) {
  if constexpr (sizeof(F) == 4) return floatOf(bits);
  if constexpr (sizeof(F) == 8) return doubleOf(bits);
}

template <class F>
U128 patternOf(F value) {
  U128 bits = bitsOf(value);
  return isNan(bits, sizeof(F) * 8) ? canonicalNan(sizeof(F) * 8) : bits;
}

// Operands and result are F. The volatile-free arithmetic is exact IEEE on x86-64: SSE, no contraction without FMA instructions.
template <class F>
U128 arithmetic(Op op, std::span<const U128> operands) {
  F a = valueOf<F>(operands[0]);
  F b = operands.size() > 1 ? valueOf<F>(operands[1]) : F{0};
  switch (op) {
    case Op::FAdd:
      return patternOf<F>(a + b);
    case Op::FSub:
      return patternOf<F>(a - b);
    case Op::FMul:
      return patternOf<F>(a * b);
    case Op::FDiv:
      return patternOf<F>(a / b);
    case Op::FNeg:
      return patternOf<F>(-a);
    case Op::FAbs:
      return patternOf<F>(std::fabs(a));
    case Op::FSqrt:
      return patternOf<F>(std::sqrt(a));
    case Op::FFma:
      return patternOf<F>(std::fma(a, b, valueOf<F>(operands[2])));
    case Op::FRoundEven:
      return patternOf<F>(std::nearbyint(a));
    case Op::FRoundAway:
      return patternOf<F>(std::round(a));
    case Op::FRoundUp:
      return patternOf<F>(std::ceil(a));
    case Op::FRoundDown:
      return patternOf<F>(std::floor(a));
    case Op::FRoundToZero:
      return patternOf<F>(std::trunc(a));
    case Op::FEqual:
      return a == b;
    case Op::FLt:
      return a < b;
    case Op::FLe:
      return a <= b;
    case Op::FIsNan:
      return std::isnan(a);
    case Op::FConvert:
      if constexpr (sizeof(F) == 4) return patternOf<double>(a);
      if constexpr (sizeof(F) == 8) return patternOf<float>(static_cast<float>(a));
      break;
    case Op::Constant:
    case Op::Symbol:
    case Op::Not:
    case Op::And:
    case Op::Or:
    case Op::Xor:
    case Op::Equal:
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
    case Op::FFromS:
    case Op::FFromU:
    case Op::FToS:
    case Op::FToU:
    case Op::FFromBits:
    case Op::FToBits:
    case Op::Read:
    case Op::Apply:
      break;
  }
  UNREACHABLE("not arithmetic on floats");
}

}  // namespace

U128 floatFromInteger(U128 magnitude, bool negative, unsigned floatWidth) {
  Format format = formatOf(floatWidth);
  U128 sign = U128{negative} << (floatWidth - 1);
  if (magnitude == 0) return 0;
  unsigned length = bitLength(magnitude);
  unsigned precision = format.fraction + 1;
  if (length <= precision) {
    magnitude <<= precision - length;
  } else {
    unsigned shift = length - precision;
    U128 rest = magnitude & maskOf(shift);
    U128 half = U128{1} << (shift - 1);
    magnitude >>= shift;
    if (rest > half || (rest == half && (magnitude & 1) != 0)) ++magnitude;
  }
  // A carry out of the significand moves into the exponent by itself, as does one into infinity.
  U128 exponent = static_cast<U128>(static_cast<int>(length) - 1 + format.bias);
  U128 pattern = ((exponent - 1) << format.fraction) + magnitude;
  U128 infinity = maskOf(format.exponent) << format.fraction;
  return sign | (pattern < infinity ? pattern : infinity);
}

IntegerOfFloat integerFromFloat(U128 bits, unsigned floatWidth, unsigned width, bool isSigned) {
  Format format = formatOf(floatWidth);
  bool negative = signBit(bits, floatWidth);
  auto exponent = static_cast<int>((bits >> format.fraction) & maskOf(format.exponent)) - format.bias;
  U128 magnitude = (bits & maskOf(format.fraction)) | (U128{1} << format.fraction);
  if (exponent < 0) return {0, true};  // |x| < 1, zeros and subnormals too
  if (exponent >= 128) return {};      // NaN and infinities too
  int shift = exponent - static_cast<int>(format.fraction);
  magnitude = shift >= 0 ? magnitude << shift : magnitude >> -shift;
  U128 limit = isSigned ? (U128{1} << (width - 1)) - (negative ? 0 : 1) : (negative ? 0 : maskOf(width));
  if (magnitude > limit) return {};
  return {truncateTo(negative ? ~magnitude + 1 : magnitude, width), true};
}

U128 foldFloat(Op op, Sort result, Sort operand, std::span<const U128> operands) {
  U128 a = operands[0];
  if (op == Op::FFromS) {
    bool negative = signBit(a, operand.width);
    return floatFromInteger(negative ? truncateTo(~a + 1, operand.width) : a, negative, result.width);
  }
  if (op == Op::FFromU) return floatFromInteger(a, false, result.width);
  if (op == Op::FToS || op == Op::FToU) return integerFromFloat(a, operand.width, result.width, op == Op::FToS).bits;
  if (op == Op::FFromBits || op == Op::FToBits) return isNan(a, operand.width) ? canonicalNan(operand.width) : a;
  return operand.width == 32 ? arithmetic<float>(op, operands) : arithmetic<double>(op, operands);
}

}  // namespace cleave::expr
