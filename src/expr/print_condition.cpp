// Conjunctions for people: comparisons of one term with constants are merged (intervals.h) and shown as bounds and exceptions.
#include <algorithm>
#include <map>
#include <optional>
#include <string>

#include "expr/intervals.h"
#include "expr/print.h"
#include "expr/print_c.h"

namespace cleave::expr {

namespace {

constexpr size_t kLongest = 500;   // bytes; further conjuncts are only counted
constexpr size_t kMostPoints = 4;  // more single values are shown as bounds and gaps

struct Term {
  std::string text;
  unsigned width;
  bool isSigned;
  const ValueWords* words;  // null: numbers

  U128 least() const { return isSigned ? U128{1} << (width - 1) : 0; }
  U128 most() const { return isSigned ? maskOf(width - 1) : maskOf(width); }
  std::string is(U128 k) const { return text + " == " + value(k); }
  std::string isNot(U128 k) const { return text + " != " + value(k); }
  std::string atMost(U128 k) const { return boundText(text, k, width, isSigned, true, words); }
  std::string atLeast(U128 k) const { return boundText(text, k, width, isSigned, false, words); }
  std::string value(U128 k) const {
    const std::optional<std::string> word = words != nullptr ? wordFor(*words, k, width) : std::nullopt;
    if (!word) return cInteger(k, width, isSigned);
    return word->find(" | ") != std::string::npos ? "(" + *word + ")" : *word;
  }
  U128 plus(U128 k, U128 n) const { return truncateTo(k + n, width); }
};

void addBounds(const Term& term, U128 low, U128 high, std::vector<std::string>& out) {
  if (low == high) {
    out.push_back(term.is(low));
    return;
  }
  bool below = low != term.least();
  bool above = high != term.most();
  if (below && !above && low == term.plus(term.least(), 1)) {
    out.push_back(term.isNot(term.least()));
  } else if (above && !below && term.plus(high, 1) == term.most()) {
    out.push_back(term.isNot(term.most()));
  } else {
    if (below) out.push_back(term.atLeast(low));
    if (above) out.push_back(term.atMost(high));
  }
}

// The values between two neighbouring ranges.
void addGap(const Term& term, const Range& before, const Range& after, std::vector<std::string>& out) {
  U128 first = term.plus(before.high, 1);
  U128 last = term.plus(after.low, maskOf(term.width));
  out.push_back(first == last ? term.isNot(first) : "(" + term.atMost(before.high) + " || " + term.atLeast(after.low) + ")");
}

void addRanges(const Term& term, const std::vector<Range>& ranges, std::vector<std::string>& out) {
  bool points = ranges.size() > 1 && ranges.size() <= kMostPoints &&
                std::all_of(ranges.begin(), ranges.end(), [](const Range& r) { return r.low == r.high; });
  if (points) {
    std::string text = "(";
    for (const Range& range : ranges) text += (text.size() == 1 ? "" : " || ") + term.is(range.low);
    out.push_back(text + ")");
    return;
  }
  addBounds(term, ranges.front().low, ranges.back().high, out);
  for (size_t i = 1; i < ranges.size(); ++i) addGap(term, ranges[i - 1], ranges[i], out);
}

void addConjunct(CPrinter& printer, const ExprPool& pool, const Conjunct& conjunct, std::vector<std::string>& out) {
  const bool isBit = !conjunct.ranges.empty() && pool.sort(conjunct.term).width == 1;
  CText text = isBit ? printer.printTruth(conjunct.term) : printer.print(conjunct.term);
  auto atLeast = [&](Binding least) { return text.binding < least ? "(" + text.text + ")" : text.text; };
  if (conjunct.ranges.empty()) {
    out.push_back(atLeast(Binding::And));
    return;
  }
  unsigned width = pool.sort(conjunct.term).width;
  if (width == 1) {
    out.push_back(conjunct.ranges[0].low != 0 ? atLeast(Binding::And) : "!" + atLeast(Binding::Unary));
    return;
  }
  bool isSigned = printer.signOf(conjunct.term) != Sign::Unsigned;
  addRanges({atLeast(Binding::Shift), width, isSigned, printer.wordsOf(conjunct.term)}, isSigned ? inSignedOrder(conjunct.ranges, width) : conjunct.ranges, out);
}

// "a <= b": the operation and both terms; nothing for other literals.
struct AtMost {
  Op op;
  ExprId a, b;
  auto operator<=>(const AtMost&) const = default;
};
std::optional<AtMost> atMostOf(const ExprPool& pool, ExprId literal) {
  const bool isNegated = pool.op(literal) == Op::Not;
  const ExprId e = isNegated ? pool.operand(literal, 0) : literal;
  const Op op = pool.op(e);
  if (!isNegated && (op == Op::SLe || op == Op::ULe)) return AtMost{op, pool.operand(e, 0), pool.operand(e, 1)};
  if (isNegated && (op == Op::SLt || op == Op::ULt)) return AtMost{op == Op::SLt ? Op::SLe : Op::ULe, pool.operand(e, 1), pool.operand(e, 0)};
  return std::nullopt;
}

// a <= b && b <= a is a == b.
std::vector<ExprId> withEqualities(ExprPool& pool, std::span<const ExprId> literals) {
  std::vector<ExprId> result;
  std::map<AtMost, size_t> places;
  for (const ExprId literal : literals) {
    const std::optional<AtMost> one = atMostOf(pool, literal);
    const auto other = one ? places.find(AtMost{one->op, one->b, one->a}) : places.end();
    if (other != places.end()) {
      result[other->second] = pool.equal(one->a, one->b);
      places.erase(other);
      continue;
    }
    if (one) places.emplace(*one, result.size());
    result.push_back(literal);
  }
  return result;
}

}  // namespace

std::string conditionText(ExprPool& pool, std::span<const ExprId> given) {
  const std::vector<ExprId> literals = withEqualities(pool, given);
  std::optional<std::vector<Conjunct>> conjuncts = mergeLiterals(pool, literals);
  if (!conjuncts) return "false";
  CPrinter printer(pool);
  std::string text;
  size_t shown = 0;
  for (; shown < conjuncts->size() && text.size() < kLongest; ++shown) {
    std::vector<std::string> parts;
    addConjunct(printer, pool, (*conjuncts)[shown], parts);
    for (const std::string& part : parts) text += (text.empty() ? "" : " && ") + part;
  }
  if (shown < conjuncts->size()) text += " && … (" + std::to_string(conjuncts->size() - shown) + " more)";
  return text.empty() ? "true" : text;
}

}  // namespace cleave::expr
