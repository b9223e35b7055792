#include "report/rename.h"

#include <cctype>

namespace cleave::report {

namespace {

bool isWordPart(char c) { return std::isalnum(static_cast<unsigned char>(c)) != 0 || c == '_'; }

// The end of the word, number or quoted text at `at`; of anything else one character.
size_t endOfToken(const std::string& text, size_t at) {
  size_t end = at + 1;
  if (text[at] == '\'' || text[at] == '"') {
    while (end < text.size() && text[end] != text[at]) end += text[end] == '\\' ? 2 : 1;
    return std::min(end + 1, text.size());
  }
  while (isWordPart(text[at]) && end < text.size() && isWordPart(text[end])) ++end;
  return end;
}

// Whether something follows that makes a longer name of it.
bool goesOn(const std::string& text, size_t end) {
  return end < text.size() && (text[end] == '[' || text[end] == '.' || text.compare(end, 2, "->") == 0);
}

bool isAMember(const std::string& text, size_t at) {
  return at != 0 && (text[at - 1] == '.' || (text[at - 1] == '>' && at >= 2 && text[at - 2] == '-'));
}

}  // namespace

std::string renamed(const std::string& text, const std::map<std::string, std::string>& words) {
  std::string result;
  for (size_t at = 0; at < text.size();) {
    const std::pair<const std::string, std::string>* longest = nullptr;
    for (const auto& word : words) {
      const size_t end = at + word.first.size();
      const bool stands = !word.first.empty() && text.compare(at, word.first.size(), word.first) == 0 && !isAMember(text, at) &&
                          (end >= text.size() || !isWordPart(word.first.back()) || !isWordPart(text[end])) && !goesOn(text, end);
      if (stands && (longest == nullptr || word.first.size() > longest->first.size())) longest = &word;
    }
    const size_t end = longest != nullptr ? at + longest->first.size() : endOfToken(text, at);
    result += longest != nullptr ? longest->second : text.substr(at, end - at);
    at = end;
  }
  return result;
}

std::set<std::string> calledIn(const std::string& text) {
  std::set<std::string> words;
  for (size_t at = 0; at < text.size();) {
    const size_t end = endOfToken(text, at);
    if (isWordPart(text[at]) && end < text.size() && text[end] == '(') words.insert(text.substr(at, end - at));
    at = end;
  }
  return words;
}

bool isC(const std::string& text) {
  const std::set<std::string> called = calledIn(text);
  return text.find("…") == std::string::npos && text.find('{') == std::string::npos && !called.contains("same") &&
         !called.contains("bits_of");
}

}  // namespace cleave::report
