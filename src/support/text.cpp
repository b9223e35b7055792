#include "support/text.h"

#include <algorithm>
#include <numeric>

namespace cleave {

std::string join(const std::vector<std::string>& parts, std::string_view separator) {
  std::string text;
  for (size_t i = 0; i < parts.size(); ++i) {
    if (i != 0) text += separator;
    text += parts[i];
  }
  return text;
}

std::vector<std::string> splitWords(std::string_view text) {
  std::vector<std::string> words;
  std::string word;
  bool inWord = false;
  char quote = 0;
  for (size_t i = 0; i < text.size(); ++i) {
    const char c = text[i];
    if (quote != 0) {
      if (c == quote) {
        quote = 0;
      } else if (c == '\\' && quote == '"' && i + 1 < text.size()) {
        word += text[++i];
      } else {
        word += c;
      }
    } else if (c == '"' || c == '\'') {
      quote = c;
      inWord = true;
    } else if (c == '\\' && i + 1 < text.size()) {
      word += text[++i];
      inWord = true;
    } else if (c == ' ' || c == '\t' || c == '\n') {
      if (inWord) words.push_back(std::move(word));
      word.clear();
      inWord = false;
    } else {
      word += c;
      inWord = true;
    }
  }
  if (inWord) words.push_back(std::move(word));
  return words;
}

namespace {

size_t editDistance(std::string_view a, std::string_view b) {
  std::vector<size_t> row(b.size() + 1);
  std::iota(row.begin(), row.end(), size_t{0});
  for (size_t i = 1; i <= a.size(); ++i) {
    size_t diagonal = row[0];
    row[0] = i;
    for (size_t j = 1; j <= b.size(); ++j) {
      const size_t substituted = diagonal + (a[i - 1] == b[j - 1] ? 0 : 1);
      diagonal = row[j];
      row[j] = std::min({row[j] + 1, row[j - 1] + 1, substituted});
    }
  }
  return row[b.size()];
}

}  // namespace

std::vector<std::string> nearest(std::string_view word, const std::vector<std::string>& candidates, size_t most) {
  std::vector<std::pair<size_t, std::string>> ranked;
  for (const std::string& candidate : candidates) {
    const bool contains = !word.empty() && candidate.find(word) != std::string::npos;
    const size_t distance = contains ? 1 : editDistance(word, candidate);
    if (contains || distance <= std::max<size_t>(2, word.size() / 2)) ranked.emplace_back(distance, candidate);
  }
  std::sort(ranked.begin(), ranked.end());
  std::vector<std::string> result;
  for (auto& [distance, candidate] : ranked) {
    if (result.size() == most) break;
    result.push_back(std::move(candidate));
  }
  return result;
}

std::string quoted(std::string_view text) {
  static constexpr char kDigits[] = "01234567";
  std::string result = "\"";
  for (const char c : text) {
    const auto byte = static_cast<unsigned char>(c);
    if (c == '"' || c == '\\') {
      result += '\\';
      result += c;
    } else if (c == '\n') {
      result += "\\n";
    } else if (c == '\t') {
      result += "\\t";
    } else if (c >= '\v' && c <= '\r') {
      result += c == '\v' ? "\\v" : c == '\f' ? "\\f" : "\\r";
    } else if (byte < 32 || byte >= 127) {
      result += '\\';  // three octal digits: unlike \x, they end by themselves
      result += kDigits[byte >> 6];
      result += kDigits[(byte >> 3) & 7];
      result += kDigits[byte & 7];
    } else {
      result += c;
    }
  }
  return result + "\"";
}

bool startsWith(std::string_view text, std::string_view prefix) { return text.substr(0, prefix.size()) == prefix; }

std::string withoutIndices(std::string_view name) {
  std::string text;
  for (size_t k = 0; k < name.size(); ++k) {
    text += name[k];
    if (name[k] != '[') continue;
    while (k + 1 < name.size() && name[k + 1] >= '0' && name[k + 1] <= '9') ++k;
  }
  return text;
}

}  // namespace cleave
