#include "expr/fold_float.h"

namespace cleave::expr {

namespace {

unsigned bitLength(U128 value) {
  auto high = static_cast<uint64_t>(value >> 64);
  auto low = static_cast<uint64_t>(value);
  if (high != 0) return 128 - static_cast<unsigned>(__builtin_clzll(high));
  return low == 0 ? 0 : 64 - static_cast<unsigned>(__builtin_clzll(low));
}

}  // namespace

U128 floatFromInteger(U128 magnitude, bool negative, unsigned floatWidth) {
  const FloatFormat format = floatFormat(floatWidth);
  if (magnitude == 0) return 0;
  unsigned length = bitLength(magnitude);
  const unsigned precision = format.precision();
  if (length <= precision) {
    magnitude <<= precision - length;
  } else {
    unsigned shift = length - precision;
    U128 rest = magnitude & maskOf(shift);
    U128 half = U128{1} << (shift - 1);
    magnitude >>= shift;
    if (rest > half || (rest == half && (magnitude & 1) != 0)) ++magnitude;
  }
  int exponent = static_cast<int>(length) - 1 + format.bias;
  if (magnitude >> precision != 0) {  // rounded up to the next power of two
    magnitude >>= 1;
    ++exponent;
  }
  if (exponent > 2 * format.bias) return floatPattern(floatWidth, negative, maskOf(format.exponent), 0);
  return floatPattern(floatWidth, negative, static_cast<U128>(exponent), magnitude & maskOf(format.fraction));
}

IntegerOfFloat integerFromFloat(U128 bits, unsigned floatWidth, unsigned width, bool isSigned) {
  const FloatFormat format = floatFormat(floatWidth);
  bool negative = signBit(bits, floatWidth);
  const int exponent = static_cast<int>(exponentField(bits, floatWidth)) - format.bias;
  U128 magnitude = fractionField(bits, floatWidth) | (U128{1} << format.fraction);
  if (exponent < 0) return {0, true};  // |x| < 1, zeros and subnormals too
  if (exponent >= 128) return {};      // NaN and infinities too
  int shift = exponent - static_cast<int>(format.fraction);
  magnitude = shift >= 0 ? magnitude << shift : magnitude >> -shift;
  U128 limit = isSigned ? (U128{1} << (width - 1)) - (negative ? 0 : 1) : (negative ? 0 : maskOf(width));
  if (magnitude > limit) return {};
  return {truncateTo(negative ? ~magnitude + 1 : magnitude, width), true};
}

}  // namespace cleave::expr
