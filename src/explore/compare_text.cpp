// Two texts of the same items are equal if all items are. The converse needs care: "%d%d" prints 1,23 and 12,3 alike, and "%.1f" prints
// many doubles alike. So item-wise inequality counts as a difference only where it is exact: integer conversions that end before something
// which cannot be part of a number. Everywhere else the numbers are fixed to what they were on this input, and their digits are compared.
#include "explore/compare_text.h"

#include <algorithm>
#include <cctype>

#include "expr/linear.h"

namespace cleave::explore {

namespace {

using expr::ExprId;
using expr::ExprPool;
using vm::OutputItem;
using Items = std::vector<OutputItem>;

bool isCall(const OutputItem& item) { return item.kind == OutputItem::Kind::Call; }

ExprId exprOf(ExprPool& pool, const OutputItem& item) { return item.expr.valid() ? item.expr : pool.constant(item.sort, item.bits); }

bool isInjective(const OutputItem& item) {
  if (item.kind == OutputItem::Kind::Character) return true;
  if (item.kind == OutputItem::Kind::Call) return true;
  const char conversion = item.spec.back();
  return item.sort.isBits() &&
         (conversion == 'd' || conversion == 'i' || conversion == 'u' || conversion == 'x' || conversion == 'X' || conversion == 'o');
}

bool endsNumber(const Items& items, size_t next) {
  if (next == items.size()) return true;
  const OutputItem& item = items[next];
  if (item.kind == OutputItem::Kind::Call) return true;
  if (item.kind != OutputItem::Kind::Character || item.expr.valid()) return false;
  const int c = static_cast<int>(item.bits);
  return std::isalnum(c) == 0 && c != '+' && c != '-' && c != ' ' && c != '.';
}

// The conversion without what says how wide the argument is, where that is the width of the value.
std::string withoutLength(const OutputItem& item) {
  const size_t length = item.spec.find_first_of("lzjt");
  if (length == std::string::npos || !item.sort.isBits() || item.sort.width != 64) return item.spec;
  const size_t end = item.spec.find_first_not_of("lzjt", length);
  return item.spec.substr(0, length) + item.spec.substr(end);
}

bool isWholeNumber(const OutputItem& item) {
  return isInjective(item) && item.kind == OutputItem::Kind::Formatted && item.spec.find('h') == std::string::npos &&
         item.sort.width == (item.spec.find_first_of("lzjt") == std::string::npos ? 32 : 64);
}

bool printsSign(const OutputItem& item) { return item.spec.ends_with('d') || item.spec.ends_with('i'); }

// Of the same conversion: equal values are printed alike. "%d" of an int and "%ld" of a long are, too, if the numbers are the same.
bool sameConversion(const OutputItem& before, const OutputItem& after) {
  if (before.kind != after.kind) return false;
  if (before.spec == after.spec && before.sort == after.sort) return true;
  return isWholeNumber(before) && isWholeNumber(after) && withoutLength(before) == withoutLength(after);
}

// Of items of the same conversion, or characters and calls.
ExprId equalItems(ExprPool& pool, const OutputItem& before, const OutputItem& after) {
  if (isCall(before) || isCall(after)) return pool.boolean(isCall(before) && isCall(after));
  const unsigned width = std::max(before.sort.width, after.sort.width);
  const auto widened = [&](const OutputItem& item) {
    const ExprId e = exprOf(pool, item);
    return item.sort.width == width ? e : pool.extend(printsSign(item) ? expr::Op::SExt : expr::Op::ZExt, e, width);
  };
  return expr::equalValues(pool, widened(before), widened(after));
}

bool sameValue(const OutputItem& before, const OutputItem& after) {
  if (isCall(before) || isCall(after)) return isCall(before) && isCall(after);
  if (before.sort.isFloat() && isNan(before.bits, before.sort.width) && isNan(after.bits, after.sort.width)) return true;
  const auto number = [](const OutputItem& item) {
    return item.kind == OutputItem::Kind::Formatted && item.sort.isBits() && printsSign(item)
               ? static_cast<U128>(asSigned(item.bits, item.sort.width))
               : item.bits;
  };
  return number(before) == number(after);
}

bool sameItems(const Items& before, const Items& after) {
  return std::equal(before.begin(), before.end(), after.begin(), after.end(), sameConversion);
}

// Leaves out what is printed alike at both ends, whatever the input is: u·s = v·s exactly when u = v.
void trim(ExprPool& pool, Items& before, Items& after) {
  const auto alike = [&](const OutputItem& x, const OutputItem& y) {
    if (!sameConversion(x, y)) return false;
    return x.expr.valid() || y.expr.valid() ? pool.isTrue(equalItems(pool, x, y)) : sameValue(x, y);
  };
  while (!before.empty() && !after.empty() && alike(before.back(), after.back())) {
    before.pop_back();
    after.pop_back();
  }
  const auto [left, right] = std::mismatch(before.begin(), before.end(), after.begin(), after.end(), alike);
  before.erase(before.begin(), left);
  after.erase(after.begin(), right);
}

// Texts that cannot be equal, whatever the numbers in them are: they begin or end with different characters, or one of them is empty.
bool areNeverEqual(const Items& before, const Items& after) {
  const auto isFixed = [](const OutputItem& item) {
    return isCall(item) || (item.kind == OutputItem::Kind::Character && !item.expr.valid());
  };
  const auto isCharacter = [](const OutputItem& item) { return item.kind != OutputItem::Kind::Formatted; };  // numbers may print as nothing
  if (before.empty() || after.empty()) {
    const Items& other = before.empty() ? after : before;
    return std::any_of(other.begin(), other.end(), isCharacter);
  }
  const auto differ = [&](const OutputItem& x, const OutputItem& y) { return isFixed(x) && isFixed(y) && !sameValue(x, y); };
  return differ(before.front(), after.front()) || differ(before.back(), after.back());
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
    if (item.kind != OutputItem::Kind::Formatted) {
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

// The text, in which a call is a character of its own.
std::u16string concreteUnits(const Items& items) {
  constexpr char16_t kCall = 0x100;
  std::u16string units;
  for (const OutputItem& item : items) {
    if (isCall(item)) units += kCall;
    for (const char c : vm::concreteText({item})) units += static_cast<unsigned char>(c);
  }
  return units;
}

}  // namespace

TextComparison compareText(ExprPool& pool, const Items& wholeBefore, const Items& wholeAfter) {
  TextComparison result;
  Items before = wholeBefore, after = wholeAfter;
  // Of more or fewer calls what they were given tells.
  if (std::ranges::count_if(before, isCall) != std::ranges::count_if(after, isCall)) {
    before = vm::withoutCalls(std::move(before));
    after = vm::withoutCalls(std::move(after));
  }
  result.equal = concreteUnits(before) == concreteUnits(after);
  trim(pool, before, after);
  if (areNeverEqual(before, after)) return result;
  bool usable = sameItems(before, after) && (result.equal || (isExact(before) && isExact(after)));
  // Equal texts of unequal items ("1","23" and "12","3"): item-wise equality is not what made them equal.
  if (usable && result.equal) usable = std::equal(before.begin(), before.end(), after.begin(), sameValue);
  if (!usable) {
    before = withoutNumbers(pool, before, result.fixes);
    after = withoutNumbers(pool, after, result.fixes);
  }
  result.sameShape = before.size() == after.size();
  for (size_t i = 0; result.sameShape && i < before.size(); ++i) {
    const ExprId same = equalItems(pool, before[i], after[i]);
    if (!pool.isTrue(same)) result.equalities.push_back(same);
  }
  return result;
}

}  // namespace cleave::explore
