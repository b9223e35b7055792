#include "expr/value_words.h"

#include <algorithm>
#include <set>

#include "expr/byte_class.h"

namespace cleave::expr {

namespace {

bool isPower(U128 value) { return value != 0 && (value & (value - 1)) == 0; }

const std::string* nameOf(const ValueWords& words, U128 value) {
  const auto found = std::ranges::find(words.names, value, [](const auto& each) { return each.second; });
  return found == words.names.end() ? nullptr : &found->first;
}

}  // namespace

bool looksLikeFlags(const std::vector<std::pair<std::string, U128>>& names) {
  constexpr size_t kFew = 2;  // 0, 1, 2 are no more than three of a kind
  std::set<U128> powers;
  U128 all = 0;
  for (const auto& [name, value] : names)
    if (isPower(value)) powers.insert(value), all |= value;
  return powers.size() > kFew && std::ranges::all_of(names, [&](const auto& each) { return (each.second & ~all) == 0; }) &&
         nameOf({ValueWords::Kind::Names, 0, false, names, false}, 3) == nullptr;
}

std::optional<std::string> flagsFor(const ValueWords& words, U128 bits) {
  if (words.kind != ValueWords::Kind::Names || !words.areFlags || bits == 0) return std::nullopt;
  std::string text;
  U128 left = bits;
  for (const auto& [name, value] : words.names) {
    if (!isPower(value) || (left & value) == 0) continue;
    text += (text.empty() ? "" : " | ") + name;
    left &= ~value;
  }
  return left == 0 ? std::optional(text) : std::nullopt;
}

std::optional<std::string> wordFor(const ValueWords& words, U128 bits, unsigned width) {
  if (words.kind == ValueWords::Kind::Numbers) return std::nullopt;
  const U128 own = truncateTo(bits, words.width);
  const U128 extended = words.isSigned ? static_cast<U128>(asSigned(own, words.width)) : own;
  if (width < words.width || truncateTo(extended, width) != bits) return std::nullopt;  // no value of the type
  switch (words.kind) {
    case ValueWords::Kind::Numbers:
      break;
    case ValueWords::Kind::Characters: {
      const std::string text = characterText(own, words.isSigned);
      return text.starts_with("'") ? std::optional(text) : std::nullopt;
    }
    case ValueWords::Kind::Truth:
      return own > 1 ? std::nullopt : std::optional<std::string>(own != 0 ? "true" : "false");
    case ValueWords::Kind::Names:
      if (const std::string* name = nameOf(words, own)) return *name;
      return flagsFor(words, own);
  }
  return std::nullopt;
}

}  // namespace cleave::expr
