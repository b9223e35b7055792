// Two texts of the same items are equal if all items are. The converse needs care: "%d%d" prints 1,23 and 12,3 alike, and "%.1f" prints
// many doubles alike. So item-wise inequality counts as a difference only where it is exact: integer conversions that end before something
// which cannot be part of a number. Everywhere else the numbers are fixed to what they were on this input, and their digits are compared.
#include "explore/compare_text.h"

#include "expr/linear.h"

#include <cctype>

namespace cleave::explore {

namespace {

using expr::ExprId;
using expr::ExprPool;
using vm::OutputItem;
using Items = std::vector<OutputItem>;

ExprId exprOf(ExprPool& pool, const OutputItem& item) { return item.expr.valid() ? item.expr : pool.constant(item.sort, item.bits); }

bool isInjective(const OutputItem& item) {
  if (item.kind == OutputItem::Kind::Character) return true;
  const char conversion = item.spec.back();
  return item.sort.isBits() &&
         (conversion == 'd' || conversion == 'i' || conversion == 'u' || conversion == 'x' || conversion == 'X' || conversion == 'o');
}

bool endsNumber(const Items& items, size_t next) {
  if (next == items.size()) return true;
  const OutputItem& item = items[next];
  if (item.kind != OutputItem::Kind::Character || item.expr.valid()) return false;
  const int c = static_cast<int>(item.bits);
  return std::isalnum(c) == 0 && c != '+' && c != '-' && c != ' ' && c != '.';
}

bool sameItems(const Items& before, const Items& after) {
  if (before.size() != after.size()) return false;
  for (size_t i = 0; i < before.size(); ++i) {
    if (before[i].kind != after[i].kind || before[i].spec != after[i].spec || before[i].sort != after[i].sort) return false;
  }
  return true;
}

// Item-wise inequality is then text inequality: characters stand at fixed places between numbers that cannot run into them.
bool isExact(const Items& items) {
  for (size_t i = 0; i < items.size(); ++i)
    if (items[i].kind == OutputItem::Kind::Formatted && (!isInjective(items[i]) || !endsNumber(items, i + 1))) return false;
  return true;
}

// Numbers as the characters they were on this input, each fixed by a literal.
Items withoutNumbers(ExprPool& pool, const Items& items, std::vector<ExprId>& fixes) {
  Items characters;
  for (const OutputItem& item : items) {
    if (item.kind == OutputItem::Kind::Character) {
      characters.push_back(item);
      continue;
    }
    fixes.push_back(pool.equal(exprOf(pool, item), pool.constant(item.sort, item.bits)));
    for (const char c : vm::concreteText({item})) {
      OutputItem character;
      character.sort = expr::Sort::bits(8);
      character.bits = static_cast<unsigned char>(c);
      characters.push_back(character);
    }
  }
  return characters;
}

}  // namespace

TextComparison compareText(ExprPool& pool, const Items& before, const Items& after) {
  TextComparison result;
  result.equal = vm::concreteText(before) == vm::concreteText(after);
  const Items* left = &before;
  const Items* right = &after;
  Items fixedBefore, fixedAfter;
  bool usable = sameItems(before, after) && (result.equal || (isExact(before) && isExact(after)));
  if (usable && result.equal) {
    // Equal texts of unequal items ("1","23" and "12","3"): item-wise equality is not what made them equal.
    for (size_t i = 0; i < before.size(); ++i) {
      const bool bothNan =
          before[i].sort.isFloat() && isNan(before[i].bits, before[i].sort.width) && isNan(after[i].bits, after[i].sort.width);
      usable = usable && (before[i].bits == after[i].bits || bothNan);
    }
  }
  if (!usable) {
    fixedBefore = withoutNumbers(pool, before, result.fixes);
    fixedAfter = withoutNumbers(pool, after, result.fixes);
    left = &fixedBefore;
    right = &fixedAfter;
  }
  result.sameShape = left->size() == right->size();
  if (!result.sameShape) return result;
  for (size_t i = 0; i < left->size(); ++i) {
    const ExprId same = expr::equalValues(pool, exprOf(pool, (*left)[i]), exprOf(pool, (*right)[i]));
    if (!pool.isTrue(same)) result.equalities.push_back(same);
  }
  return result;
}

}  // namespace cleave::explore
