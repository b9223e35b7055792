// Rules for cutting, joining and widening bits, and for reads.
#include "expr/rewrite.h"

namespace cleave::expr {

bool Rewriter::structural(ExprId e) const {
  return isConst(e) || is(e, Op::ZExt) || is(e, Op::SExt) || is(e, Op::Concat) || is(e, Op::Extract) || isConstIte(e);
}

bool Rewriter::truncates(ExprId e) const {
  Family family = familyOf(op(e));
  return family == Family::Arithmetic || family == Family::Bitwise || is(e, Op::Ite);
}

// --- extract

ExprId Rewriter::extractRules(ExprId a, unsigned low, unsigned n) {
  if (is(a, Op::Extract)) return pool_.extract(arg(a, 0), low + pool_.extractLow(a), n);
  if (is(a, Op::Concat)) {
    ExprId highPart = arg(a, 0);
    ExprId lowPart = arg(a, 1);
    unsigned split = width(lowPart);
    if (low + n <= split) return pool_.extract(lowPart, low, n);
    if (low >= split) return pool_.extract(highPart, low - split, n);
    return bin(Op::Concat, pool_.extract(highPart, 0, low + n - split), pool_.extract(lowPart, low, split - low));
  }
  if (is(a, Op::ZExt) || is(a, Op::SExt)) {
    ExprId x = arg(a, 0);
    unsigned w = width(x);
    if (low + n <= w) return pool_.extract(x, low, n);
    if (low < w) return pool_.extend(op(a), pool_.extract(x, low, w - low), n);
    return is(a, Op::ZExt) ? bits(n, 0) : pool_.extend(Op::SExt, pool_.extract(x, w - 1, 1), n);
  }
  if (isTable(a)) return extractTable(a, low, n);
  return low == 0 && truncates(a) ? extractPushed(a, n) : ExprId{};
}

// The low bits of a sum depend on the low bits of its parts only. Done where the parts shrink, so it never builds a second long chain;
// a constant summand always moves out, or offsets that were scaled would not meet those that were not.
ExprId Rewriter::extractPushed(ExprId a, unsigned n) {
  if (is(a, Op::Ite)) {
    if (!structural(arg(a, 1)) || !structural(arg(a, 2))) return {};
    return pool_.ite(arg(a, 0), pool_.extract(arg(a, 1), 0, n), pool_.extract(arg(a, 2), 0, n));
  }
  if (is(a, Op::Neg) || is(a, Op::BitNot)) {
    return structural(arg(a, 0)) ? pool_.unary(op(a), pool_.extract(arg(a, 0), 0, n)) : ExprId{};
  }
  bool allowed = isWithConst(a, Op::Add) || (structural(arg(a, 0)) && structural(arg(a, 1)));
  return allowed ? bin(op(a), pool_.extract(arg(a, 0), 0, n), pool_.extract(arg(a, 1), 0, n)) : ExprId{};
}

// --- concat

ExprId Rewriter::concatRules(ExprId a, ExprId b) {
  unsigned w = width(a) + width(b);
  if (isConst(a, 0)) return pool_.extend(Op::ZExt, b, w);
  if (is(a, Op::ZExt)) return pool_.extend(Op::ZExt, bin(Op::Concat, arg(a, 0), b), w);
  if (is(a, Op::Concat)) return bin(Op::Concat, arg(a, 0), bin(Op::Concat, arg(a, 1), b));
  if (ExprId whole = joined(a, b)) return whole;
  if (is(b, Op::Concat)) {
    ExprId first = isConst(a) && isConst(arg(b, 0)) ? bin(Op::Concat, a, arg(b, 0)) : joined(a, arg(b, 0));
    if (first) return bin(Op::Concat, first, arg(b, 1));
  }
  return {};
}

// a ++ b as one term of which they are adjacent parts, or invalid.
ExprId Rewriter::joined(ExprId a, ExprId b) {
  unsigned n = width(b);
  if (is(a, Op::Extract) && pool_.extractLow(a) >= n) {
    ExprId x = arg(a, 0);
    unsigned low = pool_.extractLow(a) - n;
    bool adjacent = is(b, Op::Extract) && arg(b, 0) == x && pool_.extractLow(b) == low;
    // A low extract of a sum was pushed into it, so the lowest part of x does not look like one: make it again and compare.
    if (!adjacent && low == 0 && truncates(x)) adjacent = pool_.extract(x, 0, n) == b;
    if (adjacent) return pool_.extract(x, low, n + width(a));
  }
  // Copies of b's sign above b.
  ExprId x = is(b, Op::SExt) ? arg(b, 0) : b;
  ExprId sign = is(a, Op::SExt) ? arg(a, 0) : a;
  bool isSign = sign == x && width(x) == 1;
  if (!isSign && is(sign, Op::Extract) && width(sign) == 1) {
    unsigned place = pool_.extractLow(sign);
    isSign = (arg(sign, 0) == x && place == width(x) - 1) ||
             (is(x, Op::Extract) && arg(sign, 0) == arg(x, 0) && place == pool_.extractLow(x) + width(x) - 1);
  }
  if (isSign) return pool_.extend(Op::SExt, x, n + width(a));
  if (!is(a, Op::SExt)) return {};
  ExprId whole = joined(arg(a, 0), b);  // the copies stand above a bit that continues b
  return whole ? pool_.extend(Op::SExt, whole, n + width(a)) : ExprId{};
}

// --- extension

ExprId Rewriter::extendRules(Op op, ExprId a, unsigned w) {
  if (is(a, op)) return pool_.extend(op, arg(a, 0), w);
  if (op == Op::SExt && is(a, Op::ZExt)) return pool_.extend(Op::ZExt, arg(a, 0), w);  // its sign bit is 0
  return {};
}

// --- read

ExprId Rewriter::readRules(ExprId index, std::span<const ExprId> elements) {
  size_t count = elements.size();
  auto at = [&](U128 place) { return elements[static_cast<size_t>(place < count ? place : count - 1)]; };
  if (isConst(index)) return at(value(index));
  if (isConstIte(index)) return pool_.ite(arg(index, 0), at(value(arg(index, 1))), at(value(arg(index, 2))));
  if (is(index, Op::ZExt)) return pool_.read(arg(index, 0), elements);
  // Elements that no index reaches, and those that "the last one for all that follows" covers.
  size_t needed = count;
  if (width(index) < 32 && needed > size_t{1} << width(index)) needed = size_t{1} << width(index);
  while (needed > 1 && elements[needed - 2] == elements[needed - 1]) --needed;
  if (needed == 1) return elements[0];
  if (needed == 2) return pool_.ite(pool_.equal(index, bits(width(index), 0)), elements[0], elements[1]);
  return needed < count ? pool_.read(index, elements.first(needed)) : ExprId{};
}

}  // namespace cleave::expr
