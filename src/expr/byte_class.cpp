#include "expr/byte_class.h"

#include <algorithm>
#include <array>
#include <unordered_set>
#include <utility>
#include <vector>

#include "expr/evaluate.h"
#include "expr/print_c.h"

namespace cleave::expr {

namespace {

constexpr unsigned kByte = 8;

bool isBetween(unsigned c, unsigned low, unsigned high) { return c >= low && c <= high; }
bool isDigit(unsigned c) { return isBetween(c, '0', '9'); }
bool isUpper(unsigned c) { return isBetween(c, 'A', 'Z'); }
bool isLower(unsigned c) { return isBetween(c, 'a', 'z'); }
bool isAlpha(unsigned c) { return isUpper(c) || isLower(c); }
bool isGraph(unsigned c) { return isBetween(c, '!', '~'); }

using Named = std::pair<const char*, bool (*)(unsigned)>;
constexpr Named kClasses[] = {
    {"isspace", [](unsigned c) { return isBetween(c, 9, 13) || c == ' '; }},
    {"isdigit", isDigit},
    {"isalpha", isAlpha},
    {"isalnum", [](unsigned c) { return isDigit(c) || isAlpha(c); }},
    {"isupper", isUpper},
    {"islower", isLower},
    {"isxdigit", [](unsigned c) { return isDigit(c) || isBetween(c, 'a', 'f') || isBetween(c, 'A', 'F'); }},
    {"ispunct", [](unsigned c) { return isGraph(c) && !isDigit(c) && !isAlpha(c); }},
    {"isprint", [](unsigned c) { return isBetween(c, ' ', '~'); }},
    {"isgraph", isGraph},
    {"isblank", [](unsigned c) { return c == ' ' || c == '\t'; }},
    {"iscntrl", [](unsigned c) { return c < ' ' || c == 127; }},
};

const std::array<std::pair<const char*, ByteSet>, std::size(kClasses)>& classSets() {
  static const auto sets = [] {
    std::array<std::pair<const char*, ByteSet>, std::size(kClasses)> made;
    for (size_t k = 0; k < made.size(); ++k) {
      made[k].first = kClasses[k].first;
      for (unsigned c = 0; c < 256; ++c) made[k].second[c] = kClasses[k].second(c);
    }
    return made;
  }();
  return sets;
}

unsigned firstOf(const ByteSet& values) {
  unsigned c = 0;
  while (!values[c]) ++c;
  return c;
}

}  // namespace

namespace {

constexpr size_t kMostNodes = 400;  // of a condition that is looked at; a table is one node with 256 operands

std::optional<SymbolId> onlySymbol(const ExprPool& pool, ExprId e) {
  std::optional<SymbolId> only;
  std::unordered_set<ExprId> seen{e};
  std::vector<ExprId> work{e};
  while (!work.empty()) {
    const ExprId each = work.back();
    work.pop_back();
    if (pool.op(each) == Op::Apply || seen.size() > kMostNodes) return std::nullopt;
    if (pool.op(each) == Op::Symbol && only && *only != pool.symbolOf(each)) return std::nullopt;
    if (pool.op(each) == Op::Symbol) only = pool.symbolOf(each);
    for (const ExprId operand : pool.operands(each))
      if (seen.insert(operand).second) work.push_back(operand);
  }
  return only;
}

unsigned rangesOf(const ByteSet& values) {
  unsigned count = 0;
  for (unsigned c = 0; c < 256; ++c) count += values[c] && (c == 0 || !values[c - 1]) ? 1 : 0;
  return count;
}

}  // namespace

std::optional<std::string> byteRangeText(const ByteSet& values, const std::string& term, bool isSigned) {
  const auto byteAt = [&](unsigned place) { return isSigned ? place ^ 0x80 : place; };  // by the order of the type
  unsigned low = 0, high = 255;
  if (values.none() || values.all()) return std::nullopt;
  while (!values[byteAt(low)]) ++low;
  while (!values[byteAt(high)]) --high;
  if (high - low + 1 != values.count()) return std::nullopt;
  const std::string atLeast = term + " >= " + characterText(byteAt(low), isSigned),
                    atMost = term + " <= " + characterText(byteAt(high), isSigned);
  return low == 0 ? atMost : high == 255 ? atLeast : atLeast + " && " + atMost;
}

std::optional<std::string> byteClassText(const ByteSet& values, const std::string& term) {
  if (std::min(rangesOf(values), rangesOf(~values)) < 2) return std::nullopt;
  return byteSetText(values, term, true);
}

std::optional<ByteCondition> byteCondition(const ExprPool& pool, ExprId condition) {
  const std::optional<SymbolId> symbol = onlySymbol(pool, condition);
  if (!symbol || pool.symbol(*symbol).sort != Sort::bits(kByte)) return std::nullopt;
  ByteCondition result{*symbol, {}};
  Assignment assignment(symbol->value + 1, 0);
  Evaluator evaluator(pool, assignment);
  for (unsigned c = 0; c < 256; ++c) {
    assignment[symbol->value] = c;
    evaluator.reset(assignment);
    result.values[c] = evaluator.holds(condition);
  }
  return result;
}

std::optional<std::string> byteSetText(const ByteSet& values, const std::string& term, bool isSigned) {
  if (values.count() == 1) return term + " == " + characterText(firstOf(values), isSigned);
  if (values.count() == 255) return term + " != " + characterText(firstOf(~values), isSigned);
  for (const auto& [name, set] : classSets()) {
    if (values == set) return name + ("(" + term + ")");
    if (values == ~set) return "!" + (name + ("(" + term + ")"));
  }
  return std::nullopt;
}

std::string characterText(U128 byte, bool isSigned) {
  switch (static_cast<unsigned>(byte)) {
    case '\n':
      return "'\\n'";
    case '\t':
      return "'\\t'";
    case '\r':
      return "'\\r'";
    case '\'':
      return "'\\''";
    case '\\':
      return "'\\\\'";
    default:
      break;
  }
  if (byte >= 0x20 && byte < 0x7f) return std::string("'") + static_cast<char>(byte) + "'";
  return cInteger(byte, kByte, isSigned);
}

}  // namespace cleave::expr
