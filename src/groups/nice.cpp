#include "groups/nice.h"

#include <algorithm>
#include <utility>

#include "expr/evaluate.h"
#include "support/bits.h"

namespace cleave::groups {

namespace {

bool isText(const Cell& cell) { return cell.sort == expr::Sort::bits(8) && (cell.isFirstOfString || cell.type == "char"); }

uint64_t digitsOf(U128 number) {
  uint64_t count = 0;
  for (; number != 0; number /= 10) ++count;
  return count;
}

// Letters, digits, the rest.
uint64_t strangeness(U128 c) {
  if ((c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z')) return 1;
  if (c >= '0' && c <= '9') return 2;
  return c == ' ' ? 3 : 4;
}

// As a person would write it: round numbers are as good as short ones.
uint64_t effortOfNumber(const Cell& cell, U128 bits) {
  const bool isNegative = cell.isSigned && cell.sort.width > 1 && signBit(bits, cell.sort.width);
  U128 magnitude = isNegative ? truncateTo(~bits + 1, cell.sort.width) : bits;
  while (magnitude >= 100 && magnitude % 10 == 0) magnitude /= 10;
  return 2 * digitsOf(magnitude) + (isNegative ? 1 : 0);
}

}  // namespace

Effort effortOf(std::span<const Cell> cells, const expr::Assignment& input) {
  Effort effort;
  for (const Cell& cell : cells) {
    const U128 bits = cell.symbol.value < input.size() ? input[cell.symbol.value] : 0;
    if (bits == 0) continue;
    if (!isText(cell)) {
      effort.size += cell.sort.isFloat() ? 4 : effortOfNumber(cell, bits);
      continue;
    }
    const bool isPrinted = bits >= 0x20 && bits < 0x7f;
    effort.unreadable += isPrinted ? 0 : 1;
    effort.size += 1;
    effort.strange += isPrinted ? strangeness(bits) : 5;
  }
  return effort;
}

namespace {

constexpr int kMostPasses = 4;
constexpr size_t kMostCells = 300;  // nobody writes down more

// What a person would try first; all are no worse than what comes behind them.
std::vector<U128> niceValues(const Cell& cell) {
  if (isText(cell)) return {0, 'a', 'b', 'c', '1', ' '};
  if (!cell.sort.isBits()) return {0};
  std::vector<U128> values{0, 1, 2, 3, 5, 10, 100, 1000};
  if (cell.isSigned) values.push_back(maskOf(cell.sort.width));
  std::erase_if(values, [&](U128 each) { return each > maskOf(cell.sort.width); });
  return values;
}

}  // namespace

expr::Assignment nicer(expr::ExprPool& pool, std::span<const Cell> cells, std::span<const expr::ExprId> conjunction, expr::Assignment input,
                       const Budget& budget) {
  for (const Cell& cell : cells)
    if (cell.symbol.value >= input.size()) input.resize(cell.symbol.value + 1, 0);
  expr::Evaluator evaluator(pool, input);
  const auto isMember = [&] {
    evaluator.reset(input);
    return std::ranges::all_of(conjunction, [&](expr::ExprId each) { return evaluator.holds(each); });
  };
  if (cells.size() > kMostCells) return input;
  Effort least = effortOf(cells, input);
  for (int pass = 0; pass < kMostPasses; ++pass) {
    const Effort start = least;
    for (size_t k = cells.size(); k-- > 0 && !budget.exhausted();) {
      U128& value = input[cells[k].symbol.value];
      for (const U128 other : niceValues(cells[k])) {
        const U128 kept = std::exchange(value, other);
        const Effort effort = effortOf(cells, input);
        if (effort < least && isMember()) {
          least = effort;
          break;
        }
        value = kept;
      }
    }
    if (least == start) break;
  }
  return input;
}

}  // namespace cleave::groups
