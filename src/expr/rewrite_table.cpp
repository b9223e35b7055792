// Rules for tables: reads whose elements are all constants, as those of <ctype.h> are. What is asked of an element becomes what is asked of
// the index: `(flags[c] >> 13) & 1` is `9 <= c && c <= 13 || c == 32`, which a person can read and a solver need not look up.
#include <algorithm>
#include <vector>

#include "expr/evaluate.h"
#include "expr/rewrite.h"

namespace cleave::expr {

namespace {

constexpr size_t kLargestTable = 1024;  // longer ones stay as they are
constexpr size_t kMostRanges = 6;       // an index that lies in one of more ranges is not simpler than the table

}  // namespace

bool Rewriter::isTable(ExprId e) const {
  if (!is(e, Op::Read) || !sort(e).isBits()) return false;
  const std::span<const ExprId> elements = pool_.operands(e).subspan(1);
  return elements.size() <= kLargestTable && std::ranges::all_of(elements, [&](ExprId each) { return isConst(each); });
}

// A part of an element, as a table of the parts.
ExprId Rewriter::extractTable(ExprId table, unsigned low, unsigned n) {
  std::vector<ExprId> parts;
  for (const ExprId element : pool_.operands(table).subspan(1)) parts.push_back(bits(n, value(element) >> low));
  return pool_.read(arg(table, 0), parts);
}

ExprId Rewriter::maskTable(ExprId table, U128 mask) {
  std::vector<ExprId> parts;
  for (const ExprId element : pool_.operands(table).subspan(1)) parts.push_back(bits(width(table), value(element) & mask));
  return pool_.read(arg(table, 0), parts);
}

// Which indices have such an element? A disjunction of ranges, or the negation of one, if that is short.
ExprId Rewriter::whereTable(ExprId table, const std::function<bool(U128)>& holds) {
  const std::span<const ExprId> elements = pool_.operands(table).subspan(1);
  std::vector<Range> inside, outside;
  for (size_t i = 0; i < elements.size(); ++i) {
    std::vector<Range>& ranges = holds(value(elements[i])) ? inside : outside;
    if (!ranges.empty() && ranges.back().last + 1 == i)
      ranges.back().last = i;
    else
      ranges.push_back({i, i});
  }
  if (inside.empty()) return falseExpr();
  if (outside.empty()) return trueExpr();
  if (std::min(inside.size(), outside.size()) > kMostRanges) return {};
  const ExprId index = arg(table, 0);
  const size_t last = elements.size() - 1;
  return inside.size() <= outside.size() ? inRanges(index, inside, last) : pool_.notOf(inRanges(index, outside, last));
}

// `last`: this index stands for all that follow.
ExprId Rewriter::inRanges(ExprId index, std::span<const Range> ranges, size_t last) {
  const auto at = [&](size_t place) { return bits(width(index), place); };
  ExprId result = falseExpr();
  for (const Range& range : ranges) {
    const ExprId from = range.first == 0 ? trueExpr() : bin(Op::ULe, at(range.first), index);
    const ExprId to = range.last == last ? trueExpr() : bin(Op::ULe, index, at(range.last));
    const bool isOne = range.first == range.last && range.last != last;
    result = pool_.orOf(result, isOne ? pool_.equal(index, at(range.first)) : pool_.andOf(from, to));
  }
  return result;
}

}  // namespace cleave::expr
