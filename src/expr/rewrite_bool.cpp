// Rules for truth values and choices.
#include "expr/rewrite.h"

namespace cleave::expr {

// Comparisons have no Not above them, so their negations are recognised by shape: a < b against b <= a, and x <= 4 against 5 <= x.
bool Rewriter::complementary(ExprId a, ExprId b) const {
  if (is(a, Op::Not) && arg(a, 0) == b) return true;
  if (is(b, Op::Not) && arg(b, 0) == a) return true;
  auto negates = [&](ExprId less, ExprId atMost, Op lt, Op le) {
    return is(less, lt) && is(atMost, le) && arg(less, 0) == arg(atMost, 1) && arg(less, 1) == arg(atMost, 0);
  };
  auto splits = [&](ExprId below, ExprId above, Op le) {  // x <= k, k + 1 <= x
    return is(below, le) && is(above, le) && arg(below, 0) == arg(above, 1) && isConst(arg(below, 1)) && isConst(arg(above, 0)) &&
           truncateTo(value(arg(below, 1)) + 1, width(arg(below, 0))) == value(arg(above, 0));
  };
  return negates(a, b, Op::ULt, Op::ULe) || negates(b, a, Op::ULt, Op::ULe) || negates(a, b, Op::SLt, Op::SLe) ||
         negates(b, a, Op::SLt, Op::SLe) || splits(a, b, Op::ULe) || splits(b, a, Op::ULe) || splits(a, b, Op::SLe) ||
         splits(b, a, Op::SLe);
}

ExprId Rewriter::notRules(ExprId a) {
  if (is(a, Op::Not)) return arg(a, 0);
  if (is(a, Op::ULt)) return bin(Op::ULe, arg(a, 1), arg(a, 0));
  if (is(a, Op::ULe)) return bin(Op::ULt, arg(a, 1), arg(a, 0));
  if (is(a, Op::SLt)) return bin(Op::SLe, arg(a, 1), arg(a, 0));
  if (is(a, Op::SLe)) return bin(Op::SLt, arg(a, 1), arg(a, 0));
  return {};  // float comparisons stay: the opposite of < is not >= where NaN can be
}

ExprId Rewriter::andOrRules(Op op, ExprId a, ExprId b) {
  bool isAnd = op == Op::And;
  Op dual = isAnd ? Op::Or : Op::And;
  ExprId absorbing = pool_.boolean(!isAnd);
  if (isConst(b)) return b == absorbing ? absorbing : a;
  if (a == b) return a;
  if (complementary(a, b)) return absorbing;
  for (int side = 0; side < 2; ++side, std::swap(a, b)) {
    if (is(b, op)) {  // a && (a && y), a && (!a && y)
      if (arg(b, 0) == a || arg(b, 1) == a) return b;
      if (complementary(arg(b, 0), a) || complementary(arg(b, 1), a)) return absorbing;
    }
    if (is(b, dual)) {  // a && (a || y), a && (!a || y)
      if (arg(b, 0) == a || arg(b, 1) == a) return a;
      if (complementary(arg(b, 0), a)) return bin(op, a, arg(b, 1));
      if (complementary(arg(b, 1), a)) return bin(op, a, arg(b, 0));
    }
  }
  return {};
}

ExprId Rewriter::equalBool(ExprId a, ExprId b) {
  if (isConst(b)) return pool_.isTrue(b) ? a : pool_.notOf(a);
  if (complementary(a, b)) return falseExpr();
  if (is(a, Op::Not) && is(b, Op::Not)) return pool_.equal(arg(a, 0), arg(b, 0));
  if (is(a, Op::Not)) return pool_.notOf(pool_.equal(arg(a, 0), b));
  if (is(b, Op::Not)) return pool_.notOf(pool_.equal(a, arg(b, 0)));
  return {};
}

ExprId Rewriter::iteRules(ExprId c, ExprId then, ExprId otherwise) {
  if (isConst(c)) return pool_.isTrue(c) ? then : otherwise;
  if (then == otherwise) return then;
  if (is(c, Op::Not)) return pool_.ite(arg(c, 0), otherwise, then);
  if (sort(then).isBool()) {
    if (ExprId better = iteBool(c, then, otherwise)) return better;
  }
  if (is(c, Op::Equal)) {  // Equal is identity, for floats too
    ExprId x = arg(c, 0);
    ExprId y = arg(c, 1);
    if ((then == x && otherwise == y) || (then == y && otherwise == x)) return otherwise;
    if (sort(then).isBits() && sort(x) == Sort::bits(1) && isConst(y, 1) && isConst(then, 1) && isConst(otherwise, 0)) {
      return pool_.extend(Op::ZExt, x, width(then));
    }
  }
  if (is(then, Op::Ite)) {
    if (arg(then, 0) == c) return pool_.ite(c, arg(then, 1), otherwise);
    if (arg(then, 2) == otherwise) return pool_.ite(pool_.andOf(c, arg(then, 0)), arg(then, 1), otherwise);
  }
  if (is(otherwise, Op::Ite)) {
    if (arg(otherwise, 0) == c) return pool_.ite(c, then, arg(otherwise, 2));
    if (arg(otherwise, 1) == then) return pool_.ite(pool_.orOf(c, arg(otherwise, 0)), then, arg(otherwise, 2));
  }
  return {};
}

ExprId Rewriter::iteBool(ExprId c, ExprId then, ExprId otherwise) {
  if (pool_.isTrue(then) || then == c) return pool_.orOf(c, otherwise);
  if (pool_.isFalse(otherwise) || otherwise == c) return pool_.andOf(c, then);
  if (pool_.isFalse(then) || complementary(then, c)) return pool_.andOf(pool_.notOf(c), otherwise);
  if (pool_.isTrue(otherwise) || complementary(otherwise, c)) return pool_.orOf(pool_.notOf(c), then);
  if (complementary(then, otherwise)) return pool_.equal(c, then);
  return {};
}

}  // namespace cleave::expr
