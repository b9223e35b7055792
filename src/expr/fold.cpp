// foldOperation: what every operation means on constants, one by one. The meaning is SMT-LIB's, see op.h.
#include <algorithm>
#include <cmath>

#include "expr/evaluate.h"
#include "expr/fold_float.h"
#include "support/check.h"

namespace cleave::expr {

namespace {

U128 negate(U128 a, unsigned width) { return truncateTo(~a + 1, width); }
U128 magnitude(U128 a, unsigned width) { return signBit(a, width) ? negate(a, width) : a; }
U128 udiv(U128 a, U128 b, unsigned width) { return b == 0 ? maskOf(width) : a / b; }
U128 urem(U128 a, U128 b) { return b == 0 ? a : a % b; }

U128 sdiv(U128 a, U128 b, unsigned width) {
  U128 quotient = udiv(magnitude(a, width), magnitude(b, width), width);
  return signBit(a, width) != signBit(b, width) ? negate(quotient, width) : quotient;
}

U128 srem(U128 a, U128 b, unsigned width) {
  U128 rest = urem(magnitude(a, width), magnitude(b, width));
  return signBit(a, width) ? negate(rest, width) : rest;
}

U128 ashr(U128 a, U128 amount, unsigned width) {
  bool negative = signBit(a, width);
  if (amount >= width) return negative ? maskOf(width) : 0;
  auto shift = static_cast<unsigned>(amount);
  U128 fill = negative ? maskOf(width) & ~(maskOf(width) >> shift) : 0;
  return (a >> shift) | fill;
}

}  // namespace

U128 foldOperation(Op op, Sort result, Sort operand, std::span<const U128> operands, unsigned extractLow) {
  unsigned width = operand.width;
  U128 a = operands[0];
  U128 b = operands.size() > 1 ? operands[1] : 0;
  const auto floats = [&](auto compute) { return computeOnFloats(width, operands, compute); };
  switch (op) {
    case Op::Not:
      return a ^ 1;
    case Op::And:
    case Op::BitAnd:
      return a & b;
    case Op::Or:
    case Op::BitOr:
      return a | b;
    case Op::Xor:
    case Op::BitXor:
      return a ^ b;
    case Op::Equal:
      return a == b;
    case Op::Ite:
      return a != 0 ? b : operands[2];
    case Op::Add:
      return truncateTo(a + b, width);
    case Op::Sub:
      return truncateTo(a - b, width);
    case Op::Mul:
      return truncateTo(a * b, width);
    case Op::UDiv:
      return udiv(a, b, width);
    case Op::SDiv:
      return sdiv(a, b, width);
    case Op::URem:
      return urem(a, b);
    case Op::SRem:
      return srem(a, b, width);
    case Op::Shl:
      return b >= width ? 0 : truncateTo(a << static_cast<unsigned>(b), width);
    case Op::LShr:
      return b >= width ? 0 : a >> static_cast<unsigned>(b);
    case Op::AShr:
      return ashr(a, b, width);
    case Op::BitNot:
      return truncateTo(~a, width);
    case Op::Neg:
      return negate(a, width);
    case Op::Concat:
      return (a << (result.width - width)) | b;
    case Op::Extract:
      return truncateTo(a >> extractLow, result.width);
    case Op::ZExt:
      return a;
    case Op::SExt:
      return truncateTo(static_cast<U128>(asSigned(a, width)), result.width);
    case Op::ULt:
      return a < b;
    case Op::ULe:
      return a <= b;
    case Op::SLt:
      return asSigned(a, width) < asSigned(b, width);
    case Op::SLe:
      return asSigned(a, width) <= asSigned(b, width);
    case Op::FAdd:
      return floats([](auto x, auto y) { return x + y; });
    case Op::FSub:
      return floats([](auto x, auto y) { return x - y; });
    case Op::FMul:
      return floats([](auto x, auto y) { return x * y; });
    case Op::FDiv:
      return floats([](auto x, auto y) { return x / y; });
    case Op::FNeg:
      return floats([](auto x) { return -x; });
    case Op::FAbs:
      return floats([](auto x) { return std::fabs(x); });
    case Op::FSqrt:
      return floats([](auto x) { return std::sqrt(x); });
    case Op::FFma:
      return floats([](auto x, auto y, auto z) { return std::fma(x, y, z); });
    case Op::FRoundEven:
      return floats([](auto x) { return std::nearbyint(x); });
    case Op::FRoundAway:
      return floats([](auto x) { return std::round(x); });
    case Op::FRoundUp:
      return floats([](auto x) { return std::ceil(x); });
    case Op::FRoundDown:
      return floats([](auto x) { return std::floor(x); });
    case Op::FRoundToZero:
      return floats([](auto x) { return std::trunc(x); });
    case Op::FEqual:
      return floats([](auto x, auto y) { return x == y; });
    case Op::FLt:
      return floats([](auto x, auto y) { return x < y; });
    case Op::FLe:
      return floats([](auto x, auto y) { return x <= y; });
    case Op::FIsNan:
      return floats([](auto x) { return std::isnan(x); });
    case Op::FConvert:
      return canonicalFloat(roundedTo(numberOf(a, width), result.width), result.width);
    case Op::FFromS:
      return floatFromInteger(magnitude(a, width), signBit(a, width), result.width);
    case Op::FFromU:
      return floatFromInteger(a, false, result.width);
    case Op::FToS:
      return integerFromFloat(a, width, result.width, true).bits;
    case Op::FToU:
      return integerFromFloat(a, width, result.width, false).bits;
    case Op::FFromBits:
    case Op::FToBits:
      return canonicalFloat(a, width);
    case Op::Read:
      return operands[1 + static_cast<size_t>(std::min<U128>(a, operands.size() - 2))];
    case Op::Constant:
    case Op::Symbol:
    case Op::Apply:
      break;
  }
  UNREACHABLE("an operation that cannot be folded");
}

bool foldIsDetermined(Op op, Sort result, Sort operand, std::span<const U128> operands) {
  if (op == Op::FToS || op == Op::FToU) return integerFromFloat(operands[0], operand.width, result.width, op == Op::FToS).inRange;
  if (op == Op::FToBits) return !isNan(operands[0], operand.width);
  return true;
}

}  // namespace cleave::expr
