// Values as C writes them, by their types.
#pragma once

#include <optional>
#include <string>
#include <string_view>

#include "result/call.h"
#include "support/bits.h"

namespace cleave::tests {

// The name of a type, whatever a typedef calls it.
const std::string& ownName(const result::CallType& type);
bool isPlainChar(const result::CallType& type);
bool isRecord(const result::CallType* type);     // a struct or union; null: no
bool isInteger(const result::CallType& type);  // also truth values, characters and enumerations

// A number of this width; characters as 'c' where they can be read. Nothing for one of more than 64 bits.
std::optional<std::string> integerLiteral(U128 bits, const result::CallType& type);
std::string floatLiteral(U128 bits, unsigned width);
// Bytes in quotation marks. Control characters are three octal digits, so that no digit behind them belongs to them.
std::string stringLiteral(std::string_view bytes);

// The bits that a literal of a report stands for: "-8", "18446744073709551615".
std::optional<U128> integerOf(const std::string& text);
std::optional<U128> floatOf(const std::string& text, unsigned width);

}  // namespace cleave::tests
