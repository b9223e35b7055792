#include "support/bits.h"

#include <algorithm>
#include <bit>
#include <cstring>

namespace cleave {

std::string toDecimal(U128 value) {
  std::string digits;
  do {
    digits += static_cast<char>('0' + static_cast<int>(value % 10));
    value /= 10;
  } while (value != 0);
  std::reverse(digits.begin(), digits.end());
  return digits;
}

std::string toSignedDecimal(U128 bits, unsigned width) {
  if (!signBit(bits, width)) return toDecimal(bits);
  return "-" + toDecimal(truncateTo(~bits + 1, width));
}

std::string toHex(U128 bits, unsigned width) {
  static constexpr char kDigits[] = "0123456789abcdef";
  std::string text = "0x";
  for (int digit = static_cast<int>((width + 3) / 4) - 1; digit >= 0; --digit) text += kDigits[static_cast<int>(bits >> (4 * digit)) & 15];
  return text;
}

float floatOf(U128 bits) { return std::bit_cast<float>(static_cast<uint32_t>(bits)); }
double doubleOf(U128 bits) { return std::bit_cast<double>(static_cast<uint64_t>(bits)); }
long double longDoubleOf(U128 bits) {
  long double value = 0;
  std::memcpy(&value, &bits, 10);
  return value;
}
U128 bitsOf(float value) { return std::bit_cast<uint32_t>(value); }
U128 bitsOf(double value) { return std::bit_cast<uint64_t>(value); }
U128 bitsOf(long double value) {
  U128 bits = 0;
  std::memcpy(&bits, &value, 10);
  return bits;
}

bool isNan(U128 bits, unsigned width) {
  if (width == 32) return (bits & 0x7fffffff) > 0x7f800000;
  if (width == 80) return (bits >> 64 & 0x7fff) == 0x7fff && (bits & maskOf(63)) != 0;
  return (bits & 0x7fffffffffffffff) > 0x7ff0000000000000;
}

U128 canonicalNan(unsigned width) {
  return width == 32 ? U128{0x7fc00000} : width == 64 ? U128{0x7ff8000000000000} : U128{0x7fff} << 64 | U128{3} << 62;
}

}  // namespace cleave
