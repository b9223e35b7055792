// What people call the values of a type: characters, truth values, enumerators, flags. For texts alone; no meaning for the solver.
#pragma once

#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "support/bits.h"

namespace cleave::expr {

struct ValueWords {
  enum class Kind : uint8_t { Numbers, Characters, Truth, Names };
  Kind kind = Kind::Numbers;
  unsigned width = 0;                               // of the type's values, in bits
  bool isSigned = true;
  std::vector<std::pair<std::string, U128>> names;  // enumerators; those of one value: the first is said
  bool areFlags = false;                            // bits of their own, which are or-ed together

  bool operator==(const ValueWords&) const = default;
};

// Enumerators that are powers of two, or made of such: and so many that they hardly count 1, 2, 3.
bool looksLikeFlags(const std::vector<std::pair<std::string, U128>>& names);

// 'a', true, RED, READ | WRITE; nothing where a number is what people say. `width`: of the value, which may be wider than the type's.
std::optional<std::string> wordFor(const ValueWords& words, U128 bits, unsigned width);
// Of bits that are added or asked for: READ | WRITE. Only for flags.
std::optional<std::string> flagsFor(const ValueWords& words, U128 bits);

}  // namespace cleave::expr
