#include "vm/private/format.h"

#include <cstdio>
#include <vector>

#include "support/check.h"

namespace cleave::vm {

namespace {

constexpr int kLargestField = 1 << 20;  // wider ones are refused: nobody means them

bool parseNumber(std::string_view text, size_t& position, int& number) {
  number = 0;
  while (position < text.size() && text[position] >= '0' && text[position] <= '9') {
    number = number * 10 + (text[position++] - '0');
    if (number > kLargestField) return false;
  }
  return true;
}

void parseFlags(std::string_view text, size_t& position, Conversion& c) {
  for (; position < text.size(); ++position) {
    switch (text[position]) {
      case '-':
        c.left = true;
        break;
      case '+':
        c.plus = true;
        break;
      case ' ':
        c.space = true;
        break;
      case '#':
        c.alternative = true;
        break;
      case '0':
        c.zero = true;
        break;
      default:
        return;
    }
  }
}

bool parseLength(std::string_view text, size_t& position, Conversion& c) {
  for (; position < text.size(); ++position) {
    const char letter = text[position];
    if (letter == 'h') {
      c.length += 'h';
    } else if (letter == 'l' || letter == 'j' || letter == 'z' || letter == 't' || letter == 'q') {
      c.length = "l";
    } else if (letter == 'L') {
      c.length = "L";
    } else {
      break;
    }
  }
  return c.length.size() <= 2;
}

template <class T>
std::string printed(const std::string& format, T value) {
  const int size = std::snprintf(nullptr, 0, format.c_str(), value);
  CHECK(size >= 0, "snprintf refused " + format);
  std::vector<char> buffer(static_cast<size_t>(size) + 1);
  std::snprintf(buffer.data(), buffer.size(), format.c_str(), value);
  return {buffer.data(), static_cast<size_t>(size)};
}

}  // namespace

unsigned Conversion::integerBits() const {
  if (length == "hh") return 8;
  if (length == "h") return 16;
  return length.empty() ? 32 : 64;
}

void Conversion::setWidth(int64_t value) {
  left = left || value < 0;
  width = static_cast<int>(value < 0 ? -value : value);
  hasWidth = true;
}

void Conversion::setPrecision(int64_t value) {
  hasPrecision = value >= 0;
  precision = hasPrecision ? static_cast<int>(value) : 0;
}

std::string Conversion::normalised() const {
  const bool showsSign = isSigned() || isFloat();
  std::string text = "%";
  if (left && hasWidth && width > 0) text += '-';
  if (plus && showsSign) text += '+';
  if (space && !plus && showsSign) text += ' ';
  if (alternative && !isSigned() && specifier != 'u') text += '#';
  if (zero && !left && hasWidth && width > 0 && !(isInteger() && hasPrecision)) text += '0';
  if (hasWidth && width > 0) text += std::to_string(width);
  if (hasPrecision) text += "." + std::to_string(precision);
  if (isInteger() || length == "L") text += length;
  return text + specifier;
}

bool parseConversion(std::string_view text, size_t& position, Conversion& c) {
  c = {};
  parseFlags(text, position, c);
  if (position < text.size() && text[position] == '*') {
    c.hasWidth = c.widthIsArgument = true;
    ++position;
  } else {
    const size_t before = position;
    if (!parseNumber(text, position, c.width)) return false;
    c.hasWidth = position != before;
  }
  if (position < text.size() && text[position] == '.') {
    c.hasPrecision = true;
    if (++position < text.size() && text[position] == '*') {
      c.precisionIsArgument = true;
      ++position;
    } else if (!parseNumber(text, position, c.precision)) {
      return false;
    }
  }
  if (!parseLength(text, position, c) || position >= text.size()) return false;
  c.specifier = text[position++];
  if (c.specifier == 'i') c.specifier = 'd';
  if (c.isInteger()) return c.length != "L";
  if (c.isFloat()) return c.length.empty() || c.length == "l" || c.length == "L";
  const bool isText = c.specifier == 'c' || c.specifier == 's' || c.specifier == 'p' || c.specifier == '%';
  return isText && c.length.empty();
}

std::string formatNumber(const std::string& spec, expr::Sort sort, U128 bits) {
  size_t position = 1;
  Conversion c;
  CHECK(!spec.empty() && spec[0] == '%' && parseConversion(spec, position, c) && position == spec.size(), "not a conversion: " + spec);
  if (sort.isFloat()) {
    const bool isWide = c.length == "L";
    CHECK(c.isFloat() && sort.width == (isWide ? 80 : 64), "a conversion of another sort: " + spec);
    return isWide ? printed(c.normalised(), longDoubleOf(bits)) : printed(c.normalised(), doubleOf(bits));
  }
  CHECK(c.isInteger(), "a conversion of another sort: " + spec);
  c.length = "ll";
  if (c.isSigned()) return printed(c.normalised(), static_cast<long long>(asSigned(bits, sort.width)));
  return printed(c.normalised(), static_cast<unsigned long long>(truncateTo(bits, sort.width)));
}

}  // namespace cleave::vm
