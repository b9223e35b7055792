// Sets of byte values by the names that C has for them: what a condition over one character says, whatever it is computed from, is a set of
// at most 256 values, and `isspace(c)` is one of those that <ctype.h> names (in the "C" locale).
#pragma once

#include <bitset>
#include <optional>
#include <string>

#include "expr/pool.h"

namespace cleave::expr {

using ByteSet = std::bitset<256>;

// The cell that a condition speaks about, if that is a single one of 8 bits, and the values for which it holds.
struct ByteCondition {
  SymbolId symbol;
  ByteSet values;
};
std::optional<ByteCondition> byteCondition(const ExprPool& pool, ExprId condition);  // of one that is not too large

// "c == 'x'", "!isspace(c)" for the term "c"; none where C has no short name for the set. `isSigned`: of the term's type.
std::optional<std::string> byteSetText(const ByteSet& values, const std::string& term, bool isSigned);

// "c >= 'A' && c <= 'F'", "c < '0'": of values that follow each other. None for others.
std::optional<std::string> byteRangeText(const ByteSet& values, const std::string& term, bool isSigned);

// "isspace(c)" and its like, where the set is one of several ranges: a single range is as clear without a name.
std::optional<std::string> byteClassText(const ByteSet& values, const std::string& term);

// 'a', '\n', or a plain number where there is no such character.
std::string characterText(U128 byte, bool isSigned);

}  // namespace cleave::expr
