#include "report/witness_text.h"

#include <algorithm>
#include <charconv>
#include <optional>
#include <vector>

#include <fmt/format.h>

#include "report/container_text.h"
#include "report/utf8.h"
#include "report/value_words.h"
#include "support/text.h"

namespace cleave::report {

namespace {

constexpr std::string_view kNullSuffix = "_is_null";
constexpr std::string_view kStdinLength = "stdin_length";
constexpr std::string_view kHasValue = ".has_value()";
constexpr std::string_view kWords = "argv[";

class WitnessText {
 public:
  WitnessText(const result::EntryResult& entry, const result::Partition& partition) : entry_(entry), partition_(partition) {}

  std::string text() {
    const size_t count = std::min(entry_.inputs.size(), partition_.witness.size());
    for (size_t i = 0; i < count;) i += visit(i);
    return parts_.empty() ? "all zero" : join(parts_, ", ");
  }

 private:
  const std::string& name(size_t i) const { return partition_.witness[i].first; }
  const std::string& value(size_t i) const { return partition_.witness[i].second; }
  bool isZero(size_t i) const {
    const std::string& bits = partition_.witnessBits[i].second;
    return bits.find_first_not_of("0x") == std::string::npos;
  }

  bool isZero(size_t first, size_t count) const {
    for (size_t k = first; k < first + count; ++k)
      if (!isZero(k)) return false;
    return true;
  }
  std::string valueText(size_t i) const { return printable(inputWord(entry_.inputs[i], entry_.vocabulary, value(i))); }
  static bool isMember(const std::string& name) { return name.find("->") != std::string::npos || name.find('.') != std::string::npos; }

  // Of a function without a body; most of these are never asked for.
  static bool isAnswer(const std::string& array) {
    return array.ends_with("_result") || array.ends_with("_errno") || array.find("_argument") != std::string::npos || array.find("_result[") != std::string::npos;
  }

  // How many cells it has dealt with.
  size_t visit(size_t i) {
    if (isBehindNull(name(i)) || isWordLeftOut(name(i)) || name(i) == kStdinLength) return 1;
    if (name(i).ends_with(kNullSuffix)) {
      const std::string pointer = name(i).substr(0, name(i).size() - kNullSuffix.size());
      if (!isZero(i)) {
        parts_.push_back(printable(pointer) + " = NULL");
        null_.push_back(pointer);
      }
      return 1;
    }
    if (const std::optional<ContainerText> container = containerAt(entry_, partition_, i)) {
      if (!isBehindNull(container->name)) parts_.push_back(printable(container->name) + " = " + container->value);
      return container->cells;
    }
    if (name(i).ends_with(kHasValue) && isZero(i)) {
      const std::string optional = name(i).substr(0, name(i).size() - kHasValue.size());
      parts_.push_back(printable(optional) + " = nullopt");
      null_.push_back(optional);
      return 1;
    }
    if (const size_t length = elementsFrom(i); length > 0) {
      const std::string array = name(i).substr(0, name(i).size() - 3);
      if (array == "stdin") {
        parts_.push_back("stdin = " + stdinFrom(i, length));
        return length;
      }
      if ((isMember(array) || isAnswer(array)) && isZero(i, length)) return length;
      parts_.push_back(printable(array) + " = " + (entry_.inputs[i].type == "char" ? stringOf(i, length) : listOf(i, length)));
      return length;
    }
    if (!isZero(i) || entry_.inputs[i].isParameter) parts_.push_back(printable(name(i)) + " = " + valueText(i));
    return 1;
  }

  bool isBehindNull(const std::string& cell) const {
    return std::any_of(null_.begin(), null_.end(), [&](const std::string& pointer) {
      return cell == "*" + pointer || cell.starts_with("(*" + pointer + ")") || cell.starts_with(pointer + "->") || cell.starts_with(pointer + "[");
    });
  }

  // main gets so many words as argc says.
  bool isWordLeftOut(const std::string& cell) const {
    if (!cell.starts_with(kWords)) return false;
    const std::optional<size_t> count = numberOf("argc");
    size_t word = 0;
    std::from_chars(cell.data() + kWords.size(), cell.data() + cell.size(), word);
    return count && word >= *count;
  }

  std::optional<size_t> numberOf(std::string_view cell) const {
    for (const auto& [each, bits] : partition_.witnessBits) {
      if (each != cell) continue;
      size_t number = 0;
      std::from_chars(bits.data() + 2, bits.data() + bits.size(), number, 16);
      return number;
    }
    return std::nullopt;
  }

  // Cells a[0], a[1], ... that follow each other.
  size_t elementsFrom(size_t i) const {
    if (!name(i).ends_with("[0]")) return 0;
    const std::string array = name(i).substr(0, name(i).size() - 3);
    size_t length = 0;
    while (i + length < partition_.witness.size() && name(i + length) == fmt::format("{}[{}]", array, length)) ++length;
    return length;
  }

  unsigned byteAt(size_t i) const {
    const std::string& bits = partition_.witnessBits[i].second;
    unsigned byte = 0;
    std::from_chars(bits.data() + 2, bits.data() + bits.size(), byte, 16);
    return byte & 0xff;
  }

  // As many bytes as there are.
  std::string stdinFrom(size_t first, size_t length) const {
    return textOf(first, std::min(length, numberOf(kStdinLength).value_or(length)));
  }

  // Up to the terminator, or to the last byte behind it that is not zero: such a byte is there because it decides something.
  std::string stringOf(size_t first, size_t length) const {
    while (length > 0 && byteAt(first + length - 1) == 0) --length;
    return textOf(first, length);
  }

  std::string textOf(size_t first, size_t length) const {
    std::string text;
    for (size_t k = 0; k < length; ++k) text += static_cast<char>(byteAt(first + k));
    return cleave::quoted(text);
  }

  std::string listOf(size_t first, size_t length) const {
    while (length > 1 && isZero(first + length - 1)) --length;
    std::vector<std::string> values;
    for (size_t k = 0; k < length; ++k) values.push_back(valueText(first + k));
    return "{" + join(values, ", ") + "}";
  }

  const result::EntryResult& entry_;
  const result::Partition& partition_;
  std::vector<std::string> null_;
  std::vector<std::string> parts_;
};

}  // namespace

std::string witnessText(const result::EntryResult& entry, const result::Partition& partition) {
  return WitnessText(entry, partition).text();
}

}  // namespace cleave::report
