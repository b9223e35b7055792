#include "report/value_words.h"

#include <algorithm>
#include <charconv>
#include <optional>

#include "report/utf8.h"
#include "support/text.h"

namespace cleave::report {

namespace {

std::optional<int64_t> numberOf(const std::string& text) {
  int64_t number = 0;
  const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), number);
  return error == std::errc() && end == text.data() + text.size() && !text.empty() ? std::optional(number) : std::nullopt;
}

std::optional<std::string> characterWord(int64_t number) {
  if (number == '\'') return "'\\''";
  const bool isPrinted = number >= 0x20 && number < 0x7f;
  if (!isPrinted && number != '\n' && number != '\t' && number != '\r') return std::nullopt;
  const std::string quoted = cleave::quoted(std::string(1, static_cast<char>(number)));
  return number == '"' ? "'\"'" : "'" + quoted.substr(1, quoted.size() - 2) + "'";
}

std::optional<std::string> enumWord(const result::EnumWords& words, int64_t number) {
  const auto named = std::ranges::find(words.names, number, [](const auto& each) { return each.second; });
  if (named != words.names.end()) return named->first;
  if (!words.areFlags || number == 0) return std::nullopt;
  std::vector<std::string> flags;
  uint64_t left = static_cast<uint64_t>(number);
  if (words.bits < 64) left &= (uint64_t{1} << words.bits) - 1;
  for (const auto& [name, value] : words.names) {
    const uint64_t bit = static_cast<uint64_t>(value);
    if (bit == 0 || (bit & (bit - 1)) != 0 || (left & bit) == 0) continue;
    flags.push_back(name);
    left &= ~bit;
  }
  return left == 0 ? std::optional(join(flags, " | ")) : std::nullopt;
}

std::string wordOf(const result::Vocabulary& vocabulary, const std::string& type, const std::string& value) {
  const std::optional<int64_t> number = numberOf(value);
  if (!number) return value;
  std::optional<std::string> word;
  if (type == "char") {
    word = characterWord(*number);
  } else if (type == "bool" || type == "_Bool") {
    if (*number == 0 || *number == 1) word = *number == 1 ? "true" : "false";
  } else if (const auto known = vocabulary.enums.find(type); known != vocabulary.enums.end()) {
    word = enumWord(known->second, *number);
  }
  return word ? *word : value;
}

}  // namespace

std::string inputWord(const result::Input& input, const result::Vocabulary& vocabulary, const std::string& value) {
  return withShortEnumerators(vocabulary, wordOf(vocabulary, input.type, value));
}

std::string observedType(const result::Vocabulary& vocabulary, const std::string& name) {
  const auto known = vocabulary.types.find(withoutIndices(name));
  return known == vocabulary.types.end() ? "" : known->second;
}

std::string observedWord(const result::Vocabulary& vocabulary, const std::string& name, const std::string& value) {
  if (value == "null") return "NULL";
  return withShortEnumerators(vocabulary, wordOf(vocabulary, observedType(vocabulary, name), value));
}

// Names that would mean two values then stay long.
std::string withShortEnumerators(const result::Vocabulary& vocabulary, std::string text) {
  if (text.find("::") == std::string::npos) return text;
  for (const auto& [type, words] : vocabulary.enums) {
    const std::string own = type.substr(type.rfind("::") == std::string::npos ? 0 : type.rfind("::") + 2);
    for (const auto& [name, value] : words.names) {
      const size_t last = name.rfind("::");
      if (last == std::string::npos) continue;
      const size_t scope = name.substr(0, last).ends_with(own) ? last - own.size() : last + 2;
      for (size_t at = text.find(name); at != std::string::npos; at = text.find(name, at + 1)) text.erase(at, scope);
    }
  }
  return text;
}

}  // namespace cleave::report
