// As in reduce.cpp a place is named by what stands there: an edit is a text and what comes instead of it, and it is carried out in both
// versions where they have that text. What is a statement, a body or an expression is told by brackets and semicolons alone: the compiler
// refuses what is none.
#include "reduce_text.h"

#include <algorithm>
#include <cctype>
#include <map>
#include <set>
#include <string_view>

namespace cleave::soundness {

namespace {

bool isLetter(char c) { return std::isalnum(static_cast<unsigned char>(c)) != 0 || c == '_' || c == '@'; }

// The text with what strings and characters contain blanked out, so that brackets can be counted.
std::string withoutLiterals(const std::string& text) {
  std::string bare = text;
  for (size_t i = 0; i < bare.size(); ++i) {
    const char quote = bare[i];
    if (quote != '"' && quote != '\'') continue;
    for (++i; i < bare.size() && bare[i] != quote; ++i) {
      if (bare[i] == '\\') bare[i++] = ' ';
      bare[i] = ' ';
    }
  }
  return bare;
}

class Steps {
 public:
  explicit Steps(const std::string& text) : text_(text), bare_(withoutLiterals(text)) {
    matchBrackets();
    statements(0, text_.size(), 0);
    for (const auto& [open, close] : partner_)
      if (bare_[open] == '(') parenthesis(open, close);
  }

  const std::map<std::string, std::set<std::string>>& edits() const { return edits_; }

 private:
  void edit(size_t begin, size_t end, const std::string& with) {
    while (begin < end && std::isspace(static_cast<unsigned char>(text_[begin]))) ++begin;
    if (end - begin > with.size()) edits_[text_.substr(begin, end - begin)].insert(with);
  }

  void matchBrackets() {
    std::vector<size_t> open;
    for (size_t i = 0; i < bare_.size(); ++i) {
      if (std::string_view("({[").find(bare_[i]) != std::string_view::npos) open.push_back(i);
      if (std::string_view(")}]").find(bare_[i]) != std::string_view::npos && !open.empty()) {
        partner_[open.back()] = i;
        open.pop_back();
      }
    }
  }

  size_t pastBracket(size_t at) const {
    const auto found = partner_.find(at);
    return found == partner_.end() ? at + 1 : found->second + 1;
  }

  bool startsWord(size_t at, std::string_view word) const {
    return bare_.compare(at, word.size(), word) == 0 && (at == 0 || !isLetter(bare_[at - 1])) && !isLetter(bare_[at + word.size()]);
  }

  size_t skipSpace(size_t at) const {
    while (at < bare_.size() && std::isspace(static_cast<unsigned char>(bare_[at]))) ++at;
    return at;
  }

  // Where the statement ends that begins here; and its bodies in braces.
  size_t endOfStatement(size_t at, size_t limit, std::vector<size_t>& bodies) const {
    while (at < limit) {
      if (bare_[at] == '#') return std::min(bare_.find('\n', at), limit - 1) + 1;
      if (bare_[at] == ';') return at + 1;
      if (bare_[at] == '{') {
        bodies.push_back(at);
        at = pastBracket(at);
        const size_t next = skipSpace(at);
        if (next < limit && startsWord(next, "else")) {
          at = next + 4;
        } else if (next < limit && (bare_[next] == ';' || bare_[next] == ',' || bare_[next] == '}' || isLetter(bare_[next]))) {
          if (bare_[next] == ';') return next + 1;
          return at;
        } else if (next >= limit || bare_[next] != '=') {
          return at;
        }
      } else {
        at = bare_[at] == '(' || bare_[at] == '[' ? pastBracket(at) : at + 1;
      }
    }
    return limit;
  }

  void statements(size_t begin, size_t end, unsigned depth) {
    for (size_t at = skipSpace(begin); at < end;) {
      std::vector<size_t> bodies;
      const size_t stop = endOfStatement(at, end, bodies);
      if (bare_[at] != '#') edit(at, stop, "");
      for (const size_t open : bodies) {
        const size_t close = pastBracket(open) - 1;
        if (depth > 0) edit(at, stop, text_.substr(open + 1, close - open - 1));
        statements(open + 1, close, depth + 1);
      }
      values(at, stop, depth);
      at = skipSpace(std::max(stop, at + 1));
    }
  }

  // `... = E;`, `return E;` and `if (E) S;`
  void values(size_t at, size_t stop, unsigned depth) {
    if (depth == 0 || bare_[stop - 1] != ';') return;
    if (startsWord(at, "if")) {
      const size_t open = bare_.find('(', at);
      if (open < stop) edit(at, stop, text_.substr(pastBracket(open), stop - pastBracket(open)));
    }
    const size_t equals = bare_.find("= ", at);
    if (equals < stop) edit(at, stop, text_.substr(at, equals + 2 - at) + "0;");
    if (startsWord(at, "return")) edit(at, stop, "return 0;");
  }

  void parenthesis(size_t open, size_t close) {
    const bool isCall = open > 0 && isLetter(bare_[open - 1]);
    const bool isTest = open > 2 && (startsWord(open - 3, "if ") || bare_.compare(open - 3, 3, "if ") == 0);
    if (isCall) return;
    for (const char* number : {"0", "1"}) edit(open, close + 1, isTest ? std::string("(") + number + ")" : number);
    if (isTest) return;
    // Operands: what stands between spaces at this depth.
    size_t from = open + 1;
    for (size_t i = open + 1; i <= close; ++i) {
      if (bare_[i] == '(' || bare_[i] == '[' || bare_[i] == '{') i = pastBracket(i) - 1;
      if (i < close && bare_[i] != ' ') continue;
      if (i > from && (isLetter(bare_[from]) || bare_[from] == '(')) edit(open, close + 1, text_.substr(from, i - from));
      from = i + 1;
    }
  }

  const std::string& text_;
  std::string bare_;
  std::map<size_t, size_t> partner_;                    // of opening brackets
  std::map<std::string, std::set<std::string>> edits_;  // a text, and what may come instead
};

bool replaceFirst(std::string& text, const std::string& what, const std::string& with) {
  const size_t at = text.find(what);
  if (at == std::string::npos) return false;
  text.replace(at, what.size(), with);
  return true;
}

}  // namespace

size_t sizeOf(const TextPair& pair) {
  size_t size = 0;
  for (const auto* files : {&pair.before, &pair.after})
    for (const std::string& text : *files) size += text.size();
  return size;
}

std::vector<TextPair> smallerTexts(const TextPair& pair) {
  std::vector<TextPair> list;
  for (size_t file = 0; file < pair.before.size(); ++file) {
    std::set<std::pair<std::string, std::string>> seen;
    for (const std::string* text : {&pair.before[file], &pair.after[file]}) {
      const Steps steps(*text);
      for (const auto& [what, replacements] : steps.edits())
        for (const std::string& with : replacements) {
          if (!seen.emplace(what, with).second) continue;
          TextPair smaller = pair;
          const bool inBefore = replaceFirst(smaller.before[file], what, with);
          if (replaceFirst(smaller.after[file], what, with) || inBefore) list.push_back(std::move(smaller));
        }
    }
  }
  std::ranges::stable_sort(list, {}, sizeOf);
  return list;
}

}  // namespace cleave::soundness
