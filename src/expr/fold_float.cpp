#include "expr/fold_float.h"

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

}  // namespace cleave::expr
