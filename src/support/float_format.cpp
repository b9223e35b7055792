#include "support/float_format.h"

#include <array>
#include <charconv>
#include <cmath>
#include <cstdlib>

#include "support/check.h"

namespace cleave {

FloatFormat floatFormat(unsigned width) {
  switch (width) {
    case 32:
      return {23, 8, 127, false};
    case 64:
      return {52, 11, 1023, false};
    case 80:
      return {63, 15, 16383, true};
    default:
      UNREACHABLE("a float of no format");
  }
}

U128 floatPattern(unsigned width, bool negative, U128 exponent, U128 fraction) {
  const FloatFormat format = floatFormat(width);
  const U128 integerBit = format.hasIntegerBit && exponent != 0 ? U128{1} << format.fraction : 0;
  return U128{negative} << (width - 1) | exponent << format.exponentAt() | integerBit | fraction;
}

U128 exponentField(U128 bits, unsigned width) {
  const FloatFormat format = floatFormat(width);
  return (bits >> format.exponentAt()) & maskOf(format.exponent);
}

U128 fractionField(U128 bits, unsigned width) { return bits & maskOf(floatFormat(width).fraction); }

bool isFloatPattern(U128 bits, unsigned width) {
  return bits == floatPattern(width, signBit(bits, width), exponentField(bits, width), fractionField(bits, width));
}

U128 canonicalFloat(U128 bits, unsigned width) {
  if (isNan(bits, width)) return canonicalNan(width);
  return floatPattern(width, signBit(bits, width), exponentField(bits, width), fractionField(bits, width));
}

long double numberOf(U128 bits, unsigned width) {
  return width == 32 ? static_cast<long double>(floatOf(bits)) : width == 64 ? static_cast<long double>(doubleOf(bits)) : longDoubleOf(bits);
}

U128 roundedTo(long double value, unsigned width) {
  return width == 32 ? bitsOf(static_cast<float>(value)) : width == 64 ? bitsOf(static_cast<double>(value)) : bitsOf(value);
}

namespace {

template <class F>
std::string shortest(F value) {
  std::array<char, 64> buffer;
  const auto [end, error] = std::to_chars(buffer.data(), buffer.data() + buffer.size(), value);
  CHECK(error == std::errc{}, "a float's text is too long");
  std::string text(buffer.data(), end);
  if (text.find_first_of(".e") == std::string::npos) text += ".0";
  return text;
}

}  // namespace

std::string floatText(U128 bits, unsigned width) {
  if (isNan(bits, width)) return "NAN";
  if (const long double value = numberOf(bits, width); std::isinf(value)) return value < 0 ? "-INFINITY" : "INFINITY";
  if (width == 32) return shortest(floatOf(bits)) + "f";
  return width == 64 ? shortest(doubleOf(bits)) : shortest(longDoubleOf(bits)) + "L";
}

std::optional<U128> floatFromText(std::string text, unsigned width) {
  const char suffix = width == 32 ? 'f' : width == 80 ? 'L' : '\0';
  if (suffix != '\0' && text.ends_with(suffix) && text.find_first_of("0123456789") != std::string::npos) text.pop_back();
  if (text.empty()) return std::nullopt;
  char* end = nullptr;
  const U128 bits = width == 32   ? bitsOf(std::strtof(text.c_str(), &end))
                    : width == 64 ? bitsOf(std::strtod(text.c_str(), &end))
                                  : bitsOf(std::strtold(text.c_str(), &end));
  if (*end != '\0') return std::nullopt;
  return canonicalFloat(bits, width);
}

}  // namespace cleave
