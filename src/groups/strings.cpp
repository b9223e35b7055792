// A string is the cells s[0], ..., s[n-1], of which those behind the first zero are no part of it; behind s[n-1] stands a zero in any case.
// "The first c is at k" is therefore  s[k] == c  and for all j < k:  s[j] != c && s[j] != 0; and what is said of the character beside it is
// a disjunction over k.
#include "groups/strings.h"

#include <algorithm>
#include <map>

#include "expr/byte_class.h"
#include "groups/projections.h"
#include "support/text.h"

namespace cleave::groups {

using expr::ByteSet;
using expr::ExprId;
using expr::ExprPool;

namespace {

constexpr size_t kMostSets = 6;     // classes and characters that are looked at, of each string
constexpr size_t kMostOfCell = 6;   // conditions of one character that are combined
constexpr size_t kMostOfSpan = 10;  // characters that strspn is called with
constexpr size_t kLongest = 64;     // characters
constexpr size_t kMostWhole = 12;   // strings that s may be as a whole
constexpr size_t kMostStarts = 2000;  // that are looked at for these

struct String {
  std::string name;
  std::vector<Cell> cells;
};

// Cells s[0], s[1], ... behind one that is said to be the first of a string.
std::vector<String> stringsOf(std::span<const Cell> cells) {
  std::vector<String> strings;
  for (size_t i = 0; i < cells.size(); ++i) {
    const std::string& first = cells[i].name;
    if (!cells[i].isFirstOfString || cells[i].sort != expr::Sort::bits(8) || !first.ends_with("[0]")) continue;
    String string{first.substr(0, first.size() - 3), {}};
    for (size_t k = i; k < cells.size() && cells[k].name == string.name + "[" + std::to_string(k - i) + "]"; ++k)
      string.cells.push_back(cells[k]);
    if (string.cells.size() > 1 && string.cells.size() <= kLongest) strings.push_back(std::move(string));
  }
  return strings;
}

// Sets of characters that literals ask for, with the set rather than its complement where the set is the smaller one, and without zero: the
// end of the string has its own condition.
std::vector<ByteSet> askedFor(ExprPool& pool, const String& string, std::span<const ExprId> literals) {
  std::vector<std::pair<size_t, ByteSet>> counted;
  const auto count = [&](ByteSet set) {
    if (set.count() > 128) set = ~set;
    if (set.none() || set[0] || !expr::byteSetText(set, "c", true)) return;
    const auto known = std::ranges::find(counted, set, [](const auto& each) { return each.second; });
    if (known != counted.end()) {
      ++known->first;
    } else {
      counted.emplace_back(1, set);
    }
  };
  std::map<expr::SymbolId, std::vector<ByteSet>> byCell;
  for (const ExprId literal : literals) {
    if (pool.symbolsOf(literal).size() != 1) continue;
    const expr::SymbolId symbol = pool.symbolsOf(literal)[0];
    if (std::ranges::none_of(string.cells, [&](const Cell& each) { return each.symbol == symbol; })) continue;
    const std::optional<expr::ByteCondition> condition = expr::byteCondition(pool, literal);
    if (!condition) continue;
    count(condition->values);
    // Two comparisons of one character may be a class: c >= '0' and c <= '9'.
    std::vector<ByteSet>& others = byCell[symbol];
    if (others.size() >= kMostOfCell) continue;
    for (const ByteSet& each : others)
      for (const ByteSet& one : {each, ~each})
        for (const ByteSet& other : {condition->values, ~condition->values})
          if (const ByteSet both = one & other; both.count() > 1 && both != one && both != other) count(both);
    others.push_back(condition->values);
  }
  std::ranges::stable_sort(counted, std::ranges::greater(), [](const auto& each) { return each.first; });
  std::vector<ByteSet> sets;
  for (size_t k = 0; k < std::min(counted.size(), kMostSets); ++k) sets.push_back(counted[k].second);
  return sets;
}

// By place: the characters that literals ask for alone, the end among them.
std::vector<ByteSet> charactersAt(ExprPool& pool, const String& string, std::span<const ExprId> literals) {
  std::vector<ByteSet> at(string.cells.size());
  for (const ExprId literal : literals) {
    if (pool.symbolsOf(literal).size() != 1) continue;
    const auto cell = std::ranges::find(string.cells, pool.symbolsOf(literal)[0], &Cell::symbol);
    const std::optional<expr::ByteCondition> condition = cell != string.cells.end() ? expr::byteCondition(pool, literal) : std::nullopt;
    if (!condition) continue;
    for (const ByteSet& each : {condition->values, ~condition->values})
      if (each.count() == 1) at[static_cast<size_t>(cell - string.cells.begin())] |= each;
  }
  return at;
}

class StringConditions {
 public:
  StringConditions(ExprPool& pool, String string, std::vector<ByteSet> sets, std::vector<ByteSet> characters, std::vector<Candidate>& out)
      : pool_(pool), string_(std::move(string)), sets_(std::move(sets)), characters_(std::move(characters)), out_(out) {}

  void make() {
    lengths();
    wholes("", pool_.boolean(true));
    for (const ByteSet& set : sets_) {
      isFirst(set);
      somewhere(set);
      everywhere(set);
      atEnd(set);
      if (set.count() <= kMostOfSpan) behindSpan(set);
      if (set.count() == 1) besides(set);
    }
  }

 private:
  size_t size() const { return string_.cells.size(); }
  bool isSigned() const { return string_.cells[0].isSigned; }

  ExprId isIn(size_t k, const ByteSet& set) {
    return k >= size() ? pool_.boolean(set[0]) : isOneOf(pool_, pool_.symbolExpr(string_.cells[k].symbol), set);
  }
  ExprId isNotIn(size_t k, const ByteSet& set) { return pool_.notOf(isIn(k, set)); }
  ExprId isEnd(size_t k) { return isIn(k, ByteSet(1)); }
  // The string has a character at k: none up to it is the end.
  ExprId has(size_t k) {
    ExprId result = pool_.boolean(k < size());
    for (size_t j = 0; j <= k && j < size(); ++j) result = pool_.andOf(result, pool_.notOf(isEnd(j)));
    return result;
  }

  void both(ExprId condition, const std::string& text) {
    out_.push_back({condition, text, false});
    out_.push_back({pool_.notOf(condition), "!" + text, false});
  }
  // Of a character that is at `at`, which is there if `isThere` says so.
  void of(const ByteSet& set, ExprId isSo, ExprId isThere, const std::string& at) {
    if (const auto text = expr::byteSetText(set, at, isSigned())) out_.push_back({isSo, *text, false});
    if (const auto text = expr::byteSetText(~set, at, isSigned())) out_.push_back({pool_.andOf(isThere, pool_.notOf(isSo)), *text, false});
  }

  void lengths() {
    for (size_t k = 0; k < size(); ++k) {
      const std::string number = std::to_string(k);
      out_.push_back({has(k), "strlen(" + string_.name + ") > " + number, false});
      out_.push_back({pool_.notOf(has(k)), "strlen(" + string_.name + ") <= " + number, false});
      const ExprId isLonger = k == 0 ? pool_.boolean(true) : has(k - 1);
      out_.push_back({pool_.andOf(isLonger, pool_.notOf(has(k))), "strlen(" + string_.name + ") == " + number, false});
    }
  }

  // What the string is as a whole: of the characters that are asked for, one behind another, up to an end that is asked for. There may be many
  // ways to go on and no end, as where a text is skipped character by character.
  void wholes(const std::string& start, ExprId isSo) {
    if (wholes_ >= kMostWhole || starts_ >= kMostStarts || start.size() >= size()) return;
    ++starts_;
    const ByteSet& next = characters_[start.size()];
    if (next[0] && !start.empty()) {
      ++wholes_;
      const ExprId isWhole = pool_.andOf(isSo, isEnd(start.size()));
      const std::string call = "strcmp(" + string_.name + ", " + cleave::quoted(start) + ")";
      out_.push_back({isWhole, call + " == 0", false});
      out_.push_back({pool_.notOf(isWhole), call + " != 0", false});
    }
    for (unsigned c = 1; c < 256; ++c)
      if (next[c]) wholes(start + static_cast<char>(c), pool_.andOf(isSo, isIn(start.size(), ByteSet().set(c))));
  }

  void isFirst(const ByteSet& set) { of(set, isIn(0, set), pool_.boolean(true), string_.name + "[0]"); }

  ExprId anywhere(const ByteSet& set, size_t from = 0) {
    ExprId found = pool_.boolean(false);
    for (size_t k = size(); k-- > 0;) found = pool_.andOf(pool_.notOf(isEnd(k)), k < from ? found : pool_.orOf(isIn(k, set), found));
    return found;
  }

  void somewhere(const ByteSet& set) {
    if (set.count() == 1) return both(anywhere(set), "strchr(" + string_.name + ", " + character(set) + ")");
    const auto each = expr::byteSetText(set, string_.name + "[k]", isSigned());
    out_.push_back({anywhere(set), *each + " for some k", false});
    out_.push_back({pool_.notOf(anywhere(set)), *each + " for no k", false});
    out_.push_back({anywhere(set, 1), *each + " for some k > 0", false});
    out_.push_back({pool_.notOf(anywhere(set, 1)), *each + " for no k > 0", false});
  }

  void everywhere(const ByteSet& set) {
    const auto each = expr::byteSetText(set, string_.name + "[k]", isSigned());
    ByteSet others = ~set;
    others[0] = false;
    out_.push_back({pool_.notOf(anywhere(others)), *each + " for all k < strlen(" + string_.name + ")", false});
    out_.push_back({anywhere(others), "!(" + *each + " for all k < strlen(" + string_.name + "))", false});
  }

  void atEnd(const ByteSet& set) {
    ExprId isSo = pool_.boolean(false);
    for (size_t k = 0; k < size(); ++k) {
      const ExprId isLast = pool_.andOf(has(k), pool_.notOf(has(k + 1)));
      isSo = pool_.orOf(isSo, pool_.andOf(isLast, isIn(k, set)));
    }
    of(set, isSo, has(0), string_.name + "[strlen(" + string_.name + ") - 1]");
    ExprId isBefore = pool_.boolean(false);
    for (size_t k = 0; k + 1 < size(); ++k)
      isBefore = pool_.orOf(isBefore, pool_.andOf(pool_.andOf(has(k + 1), pool_.notOf(has(k + 2))), isIn(k, set)));
    of(set, isBefore, has(1), string_.name + "[strlen(" + string_.name + ") - 2]");
  }

  // The first character that is not one of these.
  void behindSpan(const ByteSet& span) {
    std::string characters;
    for (unsigned c = 0; c < 256; ++c)
      if (span[c]) characters += static_cast<char>(c);
    const std::string at = string_.name + "[strspn(" + string_.name + ", " + cleave::quoted(characters) + ")]";
    std::vector<ByteSet> sets = sets_;
    sets.push_back(ByteSet(1));  // the end
    for (const ByteSet& set : sets) {
      if (set == span) continue;
      ExprId isSo = pool_.boolean(false), isWithin = pool_.boolean(true);
      for (size_t k = 0; k <= size(); ++k) {
        isSo = pool_.orOf(isSo, pool_.andOf(isWithin, pool_.andOf(isNotIn(k, span), isIn(k, set))));
        isWithin = pool_.andOf(isWithin, isIn(k, span));
      }
      of(set, isSo, pool_.boolean(true), at);
    }
  }

  std::string character(const ByteSet& set) const {
    unsigned c = 0;
    while (!set[c]) ++c;
    return expr::characterText(c, isSigned());
  }

  // The characters before and behind the first `mark`, and whether the string begins with it.
  void besides(const ByteSet& mark) {
    const std::string found = "strchr(" + string_.name + ", " + character(mark) + ")";
    std::vector<ExprId> isAt;  // by k: the first one is there
    ExprId isNotYet = pool_.boolean(true);
    for (size_t k = 0; k < size(); ++k) {
      isAt.push_back(pool_.andOf(isNotYet, isIn(k, mark)));
      isNotYet = pool_.andOf(isNotYet, pool_.andOf(isNotIn(k, mark), pool_.notOf(isEnd(k))));
    }
    std::vector<ByteSet> sets = sets_;
    sets.push_back(ByteSet(1));  // the end
    for (const ByteSet& set : sets) {
      ExprId behind = pool_.boolean(false), before = behind, isBehindAnything = behind;
      for (size_t k = 0; k < size(); ++k) {
        behind = pool_.orOf(behind, pool_.andOf(isAt[k], isIn(k + 1, set)));
        if (k == 0) continue;
        before = pool_.orOf(before, pool_.andOf(isAt[k], isIn(k - 1, set)));
        isBehindAnything = pool_.orOf(isBehindAnything, isAt[k]);
      }
      of(set, behind, anywhere(mark), found + "[1]");
      if (!set[0]) of(set, before, isBehindAnything, found + "[-1]");
    }
    out_.push_back({isAt[0], found + " == " + string_.name, false});
  }

  ExprPool& pool_;
  String string_;
  std::vector<ByteSet> sets_;
  std::vector<ByteSet> characters_;  // by place
  size_t wholes_ = 0;
  size_t starts_ = 0;
  std::vector<Candidate>& out_;
};

}  // namespace

std::vector<Candidate> stringConditions(ExprPool& pool, std::span<const Cell> cells, std::span<const ExprId> literals) {
  std::vector<Candidate> found;
  for (String& string : stringsOf(cells)) {
    std::vector<ByteSet> sets = askedFor(pool, string, literals);
    std::vector<ByteSet> characters = charactersAt(pool, string, literals);
    StringConditions(pool, std::move(string), std::move(sets), std::move(characters), found).make();
  }
  return found;
}

}  // namespace cleave::groups
