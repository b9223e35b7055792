// The floats of the machine: binary32, binary64, and the 80 bits of an x87 register (`long double`), which keep the bit before the point: a
// sign, 15 bits of exponent, the integer bit, 63 bits of fraction. Of the patterns of 80 bits half mean nothing to the processor, or nothing
// that it makes itself: those whose integer bit is not what the exponent says. They are no values here (isFloatPattern).
#pragma once

#include <optional>
#include <string>

#include "support/bits.h"

namespace cleave {

struct FloatFormat {
  unsigned fraction;   // stored bits behind the point
  unsigned exponent;   // bits
  int bias;
  bool hasIntegerBit;  // stored, between exponent and fraction
  unsigned precision() const { return fraction + 1; }
  unsigned exponentAt() const { return fraction + (hasIntegerBit ? 1 : 0); }  // its lowest bit
};
FloatFormat floatFormat(unsigned width);

constexpr bool isFloatWidth(unsigned width) { return width == 32 || width == 64 || width == 80; }
constexpr unsigned floatBytes(unsigned width) { return width == 80 ? 16 : width / 8; }            // as C lays it out
constexpr unsigned floatWidth(uint64_t bytes) { return bytes == 16 ? 80 : static_cast<unsigned>(8 * bytes); }
constexpr const char* floatTypeName(unsigned width) { return width == 32 ? "float" : width == 64 ? "double" : "long double"; }
constexpr unsigned valueBits(unsigned width) { return width == 80 ? 79 : width; }  // that tell values apart

// From and to fields: an exponent of no bits is that of zero and the denormal numbers, one of all bits that of infinity and NaN.
U128 floatPattern(unsigned width, bool negative, U128 exponent, U128 fraction);
U128 exponentField(U128 bits, unsigned width);
U128 fractionField(U128 bits, unsigned width);
inline U128 infinityPattern(unsigned width) { return floatPattern(width, false, maskOf(floatFormat(width).exponent), 0); }

// What an operation of the processor could have made. All patterns of 32 and 64 bits are.
bool isFloatPattern(U128 bits, unsigned width);
// The pattern that stands for it in inputs and expressions: its integer bit as the exponent says, and one NaN for all.
U128 canonicalFloat(U128 bits, unsigned width);

// Exact, and rounded to nearest even.
long double numberOf(U128 bits, unsigned width);
U128 roundedTo(long double value, unsigned width);

// As C writes it: the shortest decimal that reads back, with its suffix (0.1f, 0.1, 0.1L); NAN, -INFINITY.
std::string floatText(U128 bits, unsigned width);
// Back, with or without the suffix; also all that strtod reads. Every NaN is the canonical one.
std::optional<U128> floatFromText(std::string text, unsigned width);

}  // namespace cleave
