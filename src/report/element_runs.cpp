#include "report/element_runs.h"

#include <charconv>
#include <optional>

#include "support/text.h"

namespace cleave::report {

namespace {

using Values = std::vector<std::pair<std::string, std::string>>;

// "a->b[3].c" as "a->b", 3, ".c": the last index.
struct Element {
  std::string array;
  size_t index = 0;
  std::string member;
};

std::optional<Element> elementOf(const std::string& text) {
  const size_t close = text.rfind(']');
  if (close == std::string::npos) return std::nullopt;
  const size_t open = text.rfind('[', close);
  if (open == std::string::npos || open == 0) return std::nullopt;
  Element element{text.substr(0, open), 0, text.substr(close + 1)};
  const char* end = text.data() + close;
  if (std::from_chars(text.data() + open + 1, end, element.index).ptr != end || open + 1 == close) return std::nullopt;
  // An element and nothing else: no sum of two.
  for (const std::string* part : {&element.array, &element.member})
    if (part->find_first_of(" (){}\"'?") != std::string::npos) return std::nullopt;
  return element;
}

bool isNext(const Element& first, const Element& other, size_t distance) {
  return first.array == other.array && first.member == other.member && other.index == first.index + distance;
}

std::string rangeText(const Element& first, size_t count) {
  return first.array + "[" + std::to_string(first.index) + ".." + std::to_string(first.index + count - 1) + "]" + first.member;
}

// 'a', '\n'; what cannot be printed is a number.
std::optional<char> characterOf(const std::string& word) {
  if (word.size() == 3 && word.front() == '\'' && word.back() == '\'') return word[1];
  if (word.size() == 4 && word.starts_with("'\\") && word.back() == '\'') switch (word[2]) {
      case 'n':
        return '\n';
      case 't':
        return '\t';
      case 'r':
        return '\r';
      case '\\':
      case '\'':
        return word[2];
    }
  return std::nullopt;
}

class Runs {
 public:
  explicit Runs(const Values& values) : values_(values) {}

  Values found() {
    Values result;
    for (size_t at = 0; at < values_.size();) {
      const std::optional<Element> first = elementOf(values_[at].first);
      size_t taken = 0;
      if (first) {
        const size_t length = lengthOf(*first, at);
        if ((taken = stringAt(*first, at, length, result)) == 0) taken = rangeAt(*first, at, length, result);
      }
      if (taken == 0) result.push_back(values_[at]);
      at += std::max<size_t>(taken, 1);
    }
    return result;
  }

 private:
  // How many elements follow each other.
  size_t lengthOf(const Element& first, size_t at) const {
    size_t count = 1;
    for (; at + count < values_.size(); ++count) {
      const std::optional<Element> next = elementOf(values_[at + count].first);
      if (!next || !isNext(first, *next, count)) break;
    }
    return count;
  }

  // Characters from the first on, up to a zero.
  size_t stringAt(const Element& first, size_t at, size_t length, Values& result) const {
    if (first.index != 0 || !first.member.empty()) return 0;
    std::string text;
    for (size_t k = 0; k < length; ++k) {
      const std::string& word = values_[at + k].second;
      if (word == "0" && k > 0) {
        result.emplace_back(first.array, cleave::quoted(text));
        return k + 1;
      }
      const std::optional<char> character = characterOf(word);
      if (!character) return 0;
      text += *character;
    }
    return 0;
  }

  size_t rangeAt(const Element& first, size_t at, size_t length, Values& result) const {
    const std::optional<Element> source = elementOf(values_[at].second);
    size_t same = 1, moving = 1;
    while (same < length && values_[at + same].second == values_[at].second) ++same;
    for (; source && moving < length; ++moving) {
      const std::optional<Element> next = elementOf(values_[at + moving].second);
      if (!next || !isNext(*source, *next, moving)) break;
    }
    const size_t count = std::max(same, moving);
    if (count < 2) return 0;
    result.emplace_back(rangeText(first, count), moving > same ? rangeText(*source, count) : values_[at].second);
    return count;
  }

  const Values& values_;
};

}  // namespace

Values withElementRuns(const Values& values) { return Runs(values).found(); }

}  // namespace cleave::report
