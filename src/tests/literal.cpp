#include "tests/literal.h"

#include <cmath>
#include <cstdlib>

#include <fmt/format.h>

namespace cleave::tests {

using result::CallType;
using result::CallTypeKind;

const std::string& ownName(const CallType& type) { return type.aliased.empty() ? type.name : type.aliased; }

bool isPlainChar(const CallType& type) { return type.kind == CallTypeKind::Char && type.bytes == 1 && ownName(type) == "char"; }

bool isRecord(const CallType* type) { return type != nullptr && (type->kind == CallTypeKind::Struct || type->kind == CallTypeKind::Union); }

bool isInteger(const CallType& type) {
  return type.kind == CallTypeKind::Bool || type.kind == CallTypeKind::Char || type.kind == CallTypeKind::Int || type.kind == CallTypeKind::Enum;
}

namespace {

std::string signedLiteral(U128 bits, unsigned width) {
  const char* suffix = width > 32 ? "L" : "";
  if (bits == U128{1} << (width - 1) && width >= 32) return fmt::format("({}{} - 1)", toSignedDecimal(truncateTo(bits + 1, width), width), suffix);
  return toSignedDecimal(bits, width) + suffix;
}

std::string characterLiteral(unsigned char c) {
  if (c == '\'' || c == '\\') return fmt::format("'\\{}'", static_cast<char>(c));
  return fmt::format("'{}'", static_cast<char>(c));
}

}  // namespace

std::optional<std::string> integerLiteral(U128 bits, const CallType& type) {
  const auto width = static_cast<unsigned>(8 * type.bytes);
  if (width == 0 || width > 64) return std::nullopt;
  bits = truncateTo(bits, width);
  if (type.kind == CallTypeKind::Bool) return bits != 0 ? "true" : "false";
  if (isPlainChar(type) && bits >= 0x20 && bits < 0x7f) return characterLiteral(static_cast<unsigned char>(bits));
  if (type.isSigned) return signedLiteral(bits, width);
  return toDecimal(bits) + (width > 32 ? "ul" : width == 32 ? "u" : "");
}

std::string floatLiteral(U128 bits, unsigned width) {
  if (isNan(bits, width)) return signBit(bits, width) ? "-NAN" : "NAN";
  const double value = width == 32 ? cleave::floatOf(bits) : doubleOf(bits);
  if (std::isinf(value)) return value < 0 ? "-INFINITY" : "INFINITY";
  std::string text = width == 32 ? fmt::format("{}", cleave::floatOf(bits)) : fmt::format("{}", value);
  if (text.find_first_of(".e") == std::string::npos) text += ".0";
  return text + (width == 32 ? "f" : "");
}

std::string stringLiteral(std::string_view bytes) {
  std::string text = "\"";
  for (const char each : bytes) {
    const auto c = static_cast<unsigned char>(each);
    if (each == '\n')
      text += "\\n";
    else if (each == '\t')
      text += "\\t";
    else if (each == '"' || each == '\\')
      text += std::string("\\") + each;
    else if (each == '?')
      text += "\\?";  // no trigraph
    else if (c < 0x20 || c >= 0x7f)
      text += fmt::format("\\{:03o}", c);
    else
      text += each;
  }
  return text + "\"";
}

std::optional<U128> integerOf(const std::string& text) {
  if (text == "true") return 1;
  if (text == "false") return 0;
  std::string_view digits = text;
  const bool isNegative = digits.starts_with('-');
  if (isNegative) digits.remove_prefix(1);
  if (digits.empty() || digits.size() > 38 || digits.find_first_not_of("0123456789") != std::string_view::npos) return std::nullopt;
  U128 bits = 0;
  for (const char c : digits) bits = bits * 10 + static_cast<U128>(c - '0');
  return isNegative ? ~bits + 1 : bits;
}

std::optional<U128> floatOf(const std::string& text, unsigned width) {
  if (text == "NAN") return canonicalNan(width);
  std::string number = text;
  if (width == 32 && number.ends_with('f')) number.pop_back();
  char* end = nullptr;
  const U128 bits = width == 32 ? bitsOf(std::strtof(number.c_str(), &end)) : bitsOf(std::strtod(number.c_str(), &end));
  if (number.empty() || *end != '\0') return std::nullopt;
  return bits;
}

}  // namespace cleave::tests
