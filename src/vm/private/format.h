// printf-like formatting: the conversions of a format, and numbers as text. The text of a number is that of the C library of this machine
// in the C locale.
#pragma once

#include <string>
#include <string_view>

#include "expr/sort.h"
#include "support/bits.h"

namespace cleave::vm {

// One conversion, as "%-08.3ld" says it.
struct Conversion {
  bool left = false, plus = false, space = false, alternative = false, zero = false;
  bool hasWidth = false, widthIsArgument = false;
  bool hasPrecision = false, precisionIsArgument = false;
  int width = 0;
  int precision = 0;
  std::string length;  // "hh", "h", "", "l" (also for ll, j, z, t, q), "L"
  char specifier = 0;

  bool isSigned() const { return specifier == 'd'; }  // %i is read as %d
  bool isInteger() const { return std::string_view("duxXo").find(specifier) != std::string_view::npos; }
  bool isFloat() const { return std::string_view("fFeEgGaA").find(specifier) != std::string_view::npos; }
  unsigned integerBits() const;

  void setWidth(int64_t value);      // what an argument said: negative means left
  void setPrecision(int64_t value);  // negative means none
  // As text, with what has no effect left out: equal text means equal output for equal values.
  std::string normalised() const;
};

// Reads the conversion behind the '%' at text[position - 1] and moves position behind it. False when it is not one we know.
bool parseConversion(std::string_view text, size_t& position, Conversion& conversion);

// A number by a normalised conversion. Sort Bits: the pattern is read by the conversion's signedness; Float: binary64, of an "L" the 80 bits of x87;
// every NaN is printed as the positive one, since expressions know only one.
std::string formatNumber(const std::string& spec, expr::Sort sort, U128 bits);

}  // namespace cleave::vm
