// Rules for bitwise operations and shifts.
#include <algorithm>
#include <utility>

#include "expr/rewrite.h"

namespace cleave::expr {

ExprId Rewriter::bitNotRules(ExprId a) {
  unsigned w = width(a);
  if (is(a, Op::BitNot)) return arg(a, 0);
  if (isWithConst(a, Op::Add)) return bin(Op::Sub, bits(w, ~value(arg(a, 1))), arg(a, 0));  // -1 - (x + k)
  if (isConstMinus(a)) return bin(Op::Add, arg(a, 1), bits(w, ~value(arg(a, 0))));
  if (is(a, Op::Neg)) return bin(Op::Add, arg(a, 0), bits(w, maskOf(w)));
  if (isWithConst(a, Op::BitXor)) return bin(Op::BitXor, arg(a, 0), bits(w, ~value(arg(a, 1))));
  return {};
}

ExprId Rewriter::bitwiseRules(Op op, ExprId a, ExprId b) {
  unsigned w = width(a);
  if (isConst(b)) return op == Op::BitAnd ? bitAndConstant(a, value(b)) : bitwiseConstant(op, a, value(b));
  if (a == b) return op == Op::BitXor ? bits(w, 0) : a;
  Op dual = op == Op::BitAnd ? Op::BitOr : Op::BitAnd;
  for (int side = 0; side < 2; ++side, std::swap(a, b)) {
    if (is(b, Op::BitNot) && arg(b, 0) == a) return bits(w, op == Op::BitAnd ? 0 : maskOf(w));
    if (is(b, op) && (arg(b, 0) == a || arg(b, 1) == a)) {
      if (op != Op::BitXor) return b;
      return arg(b, arg(b, 0) == a ? 1 : 0);
    }
    if (op != Op::BitXor && is(b, dual) && (arg(b, 0) == a || arg(b, 1) == a)) return a;
    if (op == Op::BitXor && is(b, Op::BitNot)) return pool_.unary(Op::BitNot, bin(op, a, arg(b, 0)));
  }
  if (this->op(a) == this->op(b) && (is(a, Op::ZExt) || is(a, Op::SExt))) {
    unsigned common = std::max(width(arg(a, 0)), width(arg(b, 0)));
    ExprId x = pool_.extend(this->op(a), arg(a, 0), common);
    ExprId y = pool_.extend(this->op(a), arg(b, 0), common);
    return pool_.extend(this->op(a), bin(op, x, y), w);
  }
  return op == Op::BitAnd ? ExprId{} : disjointSum(op, a, b);
}

ExprId Rewriter::bitAndConstant(ExprId a, U128 k) {
  unsigned w = width(a);
  if (k == 0) return bits(w, 0);
  if (k == maskOf(w)) return a;
  if (isWithConst(a, Op::BitAnd)) return bin(Op::BitAnd, arg(a, 0), bits(w, value(arg(a, 1)) & k));
  if (isTable(a)) return maskTable(a, k);
  if (is(a, Op::ZExt) || (is(a, Op::SExt) && k <= maskOf(width(arg(a, 0))))) {
    ExprId x = arg(a, 0);
    return pool_.extend(Op::ZExt, bin(Op::BitAnd, x, bits(width(x), k)), w);
  }
  unsigned low = 0;
  while (((k >> low) & 1) == 0) ++low;
  unsigned high = low;
  while (high < w && ((k >> high) & 1) != 0) ++high;
  if ((k >> low) == maskOf(high - low)) {  // adjacent bits
    ExprId part = pool_.extract(a, low, high - low);
    if (low > 0) part = bin(Op::Concat, part, bits(low, 0));
    return pool_.extend(Op::ZExt, part, w);
  }
  return bitwiseConstant(Op::BitAnd, a, k);
}

ExprId Rewriter::bitwiseConstant(Op op, ExprId a, U128 k) {
  unsigned w = width(a);
  if (op != Op::BitAnd) {
    if (k == 0) return a;
    if (k == maskOf(w)) return op == Op::BitOr ? bits(w, k) : pool_.unary(Op::BitNot, a);
  }
  if (op == Op::BitXor && is(a, Op::BitNot)) return bin(op, arg(a, 0), bits(w, ~k));
  if (isWithConst(a, op)) {
    U128 c = value(arg(a, 1));
    return bin(op, arg(a, 0), bits(w, op == Op::BitOr ? c | k : op == Op::BitXor ? c ^ k : c & k));
  }
  if (op == Op::BitOr && is(a, Op::ZExt)) {
    ExprId x = arg(a, 0);
    ExprId low = bin(op, x, bits(width(x), k));
    return bin(Op::Concat, bits(w - width(x), k >> width(x)), low);
  }
  if (op == Op::BitXor && is(a, Op::ZExt) && k <= maskOf(width(arg(a, 0)))) {
    return pool_.extend(Op::ZExt, bin(op, arg(a, 0), bits(width(arg(a, 0)), k)), w);
  }
  if (!is(a, Op::Concat)) return {};
  // Part by part, when one of the parts then disappears.
  ExprId high = arg(a, 0);
  ExprId low = arg(a, 1);
  U128 kHigh = k >> width(low);
  U128 kLow = truncateTo(k, width(low));
  auto trivial = [](U128 part, unsigned width) { return part == 0 || part == maskOf(width); };
  if (!trivial(kHigh, width(high)) && !trivial(kLow, width(low)) && !isConst(high) && !isConst(low)) return {};
  return bin(Op::Concat, bin(op, high, bits(width(high), kHigh)), bin(op, low, bits(width(low), kLow)));
}

// (high ++ low) op y, where y reaches only into low: how bytes are put together by shifts and ors, or sums.
ExprId Rewriter::disjointSum(Op op, ExprId a, ExprId b) {
  for (int side = 0; side < 2; ++side, std::swap(a, b)) {
    ExprId both = is(a, Op::ZExt) ? arg(a, 0) : a;
    if (!is(both, Op::Concat) || !is(b, Op::ZExt)) continue;
    ExprId low = arg(both, 1);
    if (width(arg(b, 0)) > width(low) || (op == Op::Add && !isConst(low, 0))) continue;
    ExprId joined = bin(Op::Concat, arg(both, 0), bin(op, low, pool_.extend(Op::ZExt, arg(b, 0), width(low))));
    return pool_.extend(Op::ZExt, joined, width(a));
  }
  return {};
}

// --- shifts

ExprId Rewriter::shiftLeft(ExprId a, unsigned amount) {
  unsigned w = width(a);
  if (amount == 0) return a;
  if (amount >= w) return bits(w, 0);
  return bin(Op::Concat, pool_.extract(a, 0, w - amount), bits(amount, 0));
}

ExprId Rewriter::shiftRules(Op op, ExprId a, ExprId b) {
  unsigned w = width(a);
  if (isConst(a, 0) || (op == Op::AShr && isConst(a, maskOf(w)))) return a;
  if (!isConst(b)) return op == Op::AShr && is(a, Op::ZExt) ? bin(Op::LShr, a, b) : ExprId{};
  U128 amount = value(b);
  if (amount == 0) return a;
  if (amount >= w) {
    if (op != Op::AShr) return bits(w, 0);
    amount = w - 1;
    if (amount == 0) return a;
  }
  auto shift = static_cast<unsigned>(amount);
  if (op == Op::Shl) {
    if (isWithConst(a, Op::Mul)) return bin(Op::Mul, arg(a, 0), bits(w, value(arg(a, 1)) << shift));
    if (is(a, Op::Neg)) return bin(Op::Mul, arg(a, 0), bits(w, ~(U128{1} << shift) + 1));
    return shiftLeft(a, shift);
  }
  return pool_.extend(op == Op::LShr ? Op::ZExt : Op::SExt, pool_.extract(a, shift, w - shift), w);
}

}  // namespace cleave::expr
