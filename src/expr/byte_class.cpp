#include "expr/byte_class.h"

#include <array>
#include <utility>

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

std::optional<ByteCondition> byteCondition(ExprPool& pool, ExprId condition) {
  const std::vector<SymbolId>& symbols = pool.symbolsOf(condition);
  if (symbols.size() != 1 || pool.symbol(symbols[0]).sort != Sort::bits(kByte)) return std::nullopt;
  ByteCondition result{symbols[0], {}};
  Assignment assignment(symbols[0].value + 1, 0);
  Evaluator evaluator(pool, assignment);
  for (unsigned c = 0; c < 256; ++c) {
    assignment[symbols[0].value] = c;
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
