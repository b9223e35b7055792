#include "tests/literal.h"

#include <cmath>
#include <cstdlib>

#include <fmt/format.h>

#include "support/float_format.h"

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
  return isNan(bits, width) && signBit(bits, width) ? "-NAN" : floatText(bits, width);
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
  return floatFromText(text, width);
}

}  // namespace cleave::tests
