// Bit patterns of up to 128 bits: the concrete form of every scalar in cleave. A pattern of width w keeps all bits from w on at zero.
#pragma once

#include <cstdint>
#include <string>

namespace cleave {

using U128 = unsigned __int128;
using I128 = __int128;

constexpr U128 maskOf(unsigned width) { return width >= 128 ? ~U128{0} : (U128{1} << width) - 1; }
constexpr uint64_t mask64(unsigned width) { return width >= 64 ? ~uint64_t{0} : (uint64_t{1} << width) - 1; }
constexpr U128 truncateTo(U128 bits, unsigned width) { return bits & maskOf(width); }
constexpr bool signBit(U128 bits, unsigned width) { return (bits >> (width - 1)) & 1; }

// The pattern read as a two's complement number.
constexpr I128 asSigned(U128 bits, unsigned width) {
  return width < 128 && signBit(bits, width) ? static_cast<I128>(bits | ~maskOf(width)) : static_cast<I128>(bits);
}

std::string toDecimal(U128 value);
std::string toSignedDecimal(U128 bits, unsigned width);
std::string toHex(U128 bits, unsigned width);  // "0x" and as many digits as the width needs

float floatOf(U128 bits);
double doubleOf(U128 bits);
long double longDoubleOf(U128 bits);  // of 80 bits
U128 bitsOf(float value);
U128 bitsOf(double value);
U128 bitsOf(long double value);
bool isNan(U128 bits, unsigned width);  // width 32, 64 or 80

// The one NaN that stands for all of them in an input: quiet, positive, no payload.
U128 canonicalNan(unsigned width);

}  // namespace cleave
