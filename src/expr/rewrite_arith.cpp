// Rules for addition, multiplication and division. Sums keep their constant outermost, so `x + 1 + y + 1` and `x + y + 2` meet.
#include <utility>

#include "expr/rewrite.h"

namespace cleave::expr {

namespace {

bool isPowerOfTwo(U128 value) { return value != 0 && (value & (value - 1)) == 0; }

unsigned exponentOf(U128 powerOfTwo) {
  unsigned exponent = 0;
  while ((powerOfTwo >>= 1) != 0) ++exponent;
  return exponent;
}

// k (of width w) read as signed fits into n bits.
bool fitsSigned(U128 k, unsigned w, unsigned n) {
  I128 number = asSigned(k, w);
  return number == asSigned(truncateTo(k, n), n);
}

}  // namespace

// --- sums

ExprId Rewriter::addRules(ExprId a, ExprId b) {
  if (isConst(b)) return addConstant(a, value(b));
  if (a == b) return shiftLeft(a, 1);
  unsigned w = width(a);
  for (int side = 0; side < 2; ++side, std::swap(a, b)) {
    if (is(b, Op::Neg)) return bin(Op::Sub, a, arg(b, 0));
    if (is(b, Op::BitNot) && arg(b, 0) == a) return bits(w, maskOf(w));
    if (isWithConst(b, Op::Add)) return bin(Op::Add, bin(Op::Add, a, arg(b, 0)), arg(b, 1));
    if (isConstMinus(b)) return bin(Op::Add, bin(Op::Sub, a, arg(b, 1)), arg(b, 0));
    if (is(b, Op::Sub) && arg(b, 1) == a) return arg(b, 0);
  }
  return disjointSum(Op::Add, a, b);
}

ExprId Rewriter::addConstant(ExprId a, U128 k) {
  unsigned w = width(a);
  if (k == 0) return a;
  if (isWithConst(a, Op::Add)) return bin(Op::Add, arg(a, 0), bits(w, value(arg(a, 1)) + k));
  if (isConstMinus(a)) return bin(Op::Sub, bits(w, value(arg(a, 0)) + k), arg(a, 1));
  if (is(a, Op::BitNot)) return bin(Op::Sub, bits(w, k - 1), arg(a, 0));
  if (is(a, Op::Neg)) return bin(Op::Sub, bits(w, k), arg(a, 0));
  if (is(a, Op::Concat)) {
    ExprId high = arg(a, 0);
    ExprId low = arg(a, 1);
    U128 rest = truncateTo(k, width(low));
    // No carry leaves the low part.
    if (rest == 0) return bin(Op::Concat, bin(Op::Add, high, bits(width(high), k >> width(low))), low);
    if (isConst(low) && value(low) + rest <= maskOf(width(low)) && value(low) + rest >= rest) {
      return bin(Op::Concat, bin(Op::Add, high, bits(width(high), k >> width(low))), bits(width(low), value(low) + rest));
    }
  }
  return {};
}

ExprId Rewriter::subRules(ExprId a, ExprId b) {
  unsigned w = width(a);
  if (a == b) return bits(w, 0);
  if (isConst(b)) return bin(Op::Add, a, bits(w, ~value(b) + 1));
  if (isConst(a)) return subFromConstant(value(a), b);
  if (is(b, Op::Neg)) return bin(Op::Add, a, arg(b, 0));
  if (isWithConst(a, Op::Add)) return bin(Op::Add, bin(Op::Sub, arg(a, 0), b), arg(a, 1));
  if (isWithConst(b, Op::Add)) return bin(Op::Add, bin(Op::Sub, a, arg(b, 0)), bits(w, ~value(arg(b, 1)) + 1));
  if (isConstMinus(b)) return bin(Op::Add, bin(Op::Add, a, arg(b, 1)), bits(w, ~value(arg(b, 0)) + 1));
  if (isConstMinus(a)) return bin(Op::Sub, arg(a, 0), bin(Op::Add, arg(a, 1), b));
  if (is(a, Op::Neg)) return pool_.unary(Op::Neg, bin(Op::Add, arg(a, 0), b));
  if (is(a, Op::Add)) {
    if (arg(a, 0) == b) return arg(a, 1);
    if (arg(a, 1) == b) return arg(a, 0);
  }
  if (is(b, Op::Add)) {
    if (arg(b, 0) == a) return pool_.unary(Op::Neg, arg(b, 1));
    if (arg(b, 1) == a) return pool_.unary(Op::Neg, arg(b, 0));
  }
  if (is(a, Op::Sub) && arg(a, 0) == b) return pool_.unary(Op::Neg, arg(a, 1));
  if (is(b, Op::Sub) && arg(b, 0) == a) return arg(b, 1);
  return {};
}

ExprId Rewriter::subFromConstant(U128 k, ExprId b) {
  unsigned w = width(b);
  if (isWithConst(b, Op::Add)) return bin(Op::Sub, bits(w, k - value(arg(b, 1))), arg(b, 0));
  if (isConstMinus(b)) return bin(Op::Add, arg(b, 1), bits(w, k - value(arg(b, 0))));
  if (is(b, Op::Neg)) return bin(Op::Add, arg(b, 0), bits(w, k));
  if (is(b, Op::BitNot)) return bin(Op::Add, arg(b, 0), bits(w, k + 1));
  if (k == 0) return pool_.unary(Op::Neg, b);
  if (k == maskOf(w)) return pool_.unary(Op::BitNot, b);
  return {};
}

ExprId Rewriter::negRules(ExprId a) {
  unsigned w = width(a);
  if (is(a, Op::Neg)) return arg(a, 0);
  if (is(a, Op::Sub)) return bin(Op::Sub, arg(a, 1), arg(a, 0));
  if (isWithConst(a, Op::Add)) return bin(Op::Sub, bits(w, ~value(arg(a, 1)) + 1), arg(a, 0));
  if (is(a, Op::BitNot)) return bin(Op::Add, arg(a, 0), bits(w, 1));
  if (isWithConst(a, Op::Mul)) return bin(Op::Mul, arg(a, 0), bits(w, ~value(arg(a, 1)) + 1));
  if (ExprId x = shifted(a)) return bin(Op::Mul, x, bits(w, ~(U128{1} << width(arg(a, 1))) + 1));
  return {};
}

// --- products

// x, when a is x << n and still shows x itself; n is the width of a's low part.
ExprId Rewriter::shifted(ExprId a) const {
  if (!is(a, Op::Concat) || !isConst(arg(a, 1), 0) || !is(arg(a, 0), Op::Extract) || pool_.extractLow(arg(a, 0)) != 0) return {};
  ExprId x = arg(arg(a, 0), 0);
  return width(x) == width(a) ? x : ExprId{};
}

ExprId Rewriter::mulRules(ExprId a, ExprId b) {
  if (isConst(b)) return mulConstant(a, value(b));
  for (int side = 0; side < 2; ++side, std::swap(a, b)) {
    if (is(b, Op::Neg)) return pool_.unary(Op::Neg, bin(Op::Mul, a, arg(b, 0)));
    if (isWithConst(b, Op::Mul)) return bin(Op::Mul, bin(Op::Mul, a, arg(b, 0)), arg(b, 1));
  }
  return {};
}

ExprId Rewriter::mulConstant(ExprId a, U128 k) {
  unsigned w = width(a);
  if (k == 0) return bits(w, 0);
  if (k == 1) return a;
  if (k == maskOf(w)) return pool_.unary(Op::Neg, a);
  if (isWithConst(a, Op::Mul)) return bin(Op::Mul, arg(a, 0), bits(w, value(arg(a, 1)) * k));
  if (is(a, Op::Neg)) return bin(Op::Mul, arg(a, 0), bits(w, ~k + 1));
  if (isPowerOfTwo(k)) return shiftLeft(a, exponentOf(k));
  if (isWithConst(a, Op::Add)) return bin(Op::Add, bin(Op::Mul, arg(a, 0), bits(w, k)), bits(w, value(arg(a, 1)) * k));
  if (ExprId x = shifted(a)) return bin(Op::Mul, x, bits(w, k << width(arg(a, 1))));
  return {};
}

// --- division

ExprId Rewriter::divisionRules(Op op, ExprId a, ExprId b) {
  bool remainder = op == Op::URem || op == Op::SRem;
  if (remainder && a == b) return bits(width(a), 0);  // 0 % 0 is 0 as well
  if (remainder && isConst(a, 0)) return a;
  if (!isConst(b) || value(b) == 0) return isConst(b) && remainder ? a : ExprId{};
  U128 k = value(b);
  if (op == Op::UDiv) return udivRules(a, k);
  if (op == Op::URem) return uremRules(a, k);
  return op == Op::SDiv ? sdivRules(a, k) : sremRules(a, k);
}

ExprId Rewriter::udivRules(ExprId a, U128 k) {
  unsigned w = width(a);
  if (isPowerOfTwo(k)) return bin(Op::LShr, a, bits(w, exponentOf(k)));
  if (is(a, Op::ZExt)) {
    ExprId x = arg(a, 0);
    if (k > maskOf(width(x))) return bits(w, 0);
    return pool_.extend(Op::ZExt, bin(Op::UDiv, x, bits(width(x), k)), w);
  }
  if (isWithConst(a, Op::UDiv) && value(arg(a, 1)) != 0) {
    U128 c = value(arg(a, 1));
    if (c > maskOf(w) / k) return bits(w, 0);
    return bin(Op::UDiv, arg(a, 0), bits(w, c * k));
  }
  return {};
}

ExprId Rewriter::uremRules(ExprId a, U128 k) {
  unsigned w = width(a);
  if (isPowerOfTwo(k)) return bin(Op::BitAnd, a, bits(w, k - 1));
  if (is(a, Op::ZExt)) {
    ExprId x = arg(a, 0);
    if (k > maskOf(width(x))) return a;
    return pool_.extend(Op::ZExt, bin(Op::URem, x, bits(width(x), k)), w);
  }
  return {};
}

ExprId Rewriter::sdivRules(ExprId a, U128 k) {
  unsigned w = width(a);
  if (k == maskOf(w)) return pool_.unary(Op::Neg, a);  // of one bit, 1 is -1, and x / -1 = -x = x
  if (k == 1) return a;
  if (is(a, Op::ZExt) && !signBit(k, w)) return bin(Op::UDiv, a, bits(w, k));
  if (is(a, Op::SExt) && fitsSigned(k, w, width(arg(a, 0)))) {  // not by -1: MIN / -1 would wrap in the narrow width
    ExprId x = arg(a, 0);
    return pool_.extend(Op::SExt, bin(Op::SDiv, x, bits(width(x), k)), w);
  }
  return {};
}

ExprId Rewriter::sremRules(ExprId a, U128 k) {
  unsigned w = width(a);
  if (k == 1 || k == maskOf(w)) return bits(w, 0);
  if (signBit(k, w) && k != (U128{1} << (w - 1))) return bin(Op::SRem, a, bits(w, ~k + 1));  // the sign is the dividend's
  if (is(a, Op::ZExt) && !signBit(k, w)) return bin(Op::URem, a, bits(w, k));
  if (is(a, Op::SExt) && fitsSigned(k, w, width(arg(a, 0)))) {
    ExprId x = arg(a, 0);
    return pool_.extend(Op::SExt, bin(Op::SRem, x, bits(width(x), k)), w);
  }
  return {};
}

}  // namespace cleave::expr
