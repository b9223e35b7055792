// Rules for floats. Exact in IEEE arithmetic: x + 0.0 is not x (for -0.0), x - x is not 0 (for infinities), x < y is not !(x >= y) (for
// NaN). All NaNs are one value, so rules need not keep payloads.
#include <bit>

#include "expr/rewrite.h"
#include "support/float_format.h"

namespace cleave::expr {

namespace {

bool isRounding(Op op) { return familyOf(op) == Family::FloatRounding; }
bool fromInteger(Op op) { return op == Op::FFromS || op == Op::FFromU; }

// The bits of an integer that a float of this width holds without rounding (one more for signed ones, whose sign is kept apart).
unsigned exactBits(unsigned floatWidth, bool isSigned) { return floatFormat(floatWidth).precision() + (isSigned ? 1 : 0); }

// For a power of two whose inverse is one as well, both normal: the inverse's pattern, or 0.
U128 inversePower(U128 bits, unsigned width) {
  const int bias = floatFormat(width).bias;
  if (fractionField(bits, width) != 0) return 0;
  const int exponent = static_cast<int>(exponentField(bits, width));
  int inverted = 2 * bias - exponent;
  if (exponent <= 0 || exponent > 2 * bias || inverted <= 0) return 0;
  return floatPattern(width, signBit(bits, width), static_cast<U128>(inverted), 0);
}

}  // namespace

bool Rewriter::isFloat(ExprId a, double constant) const {
  return isConst(a) && value(a) == roundedTo(static_cast<long double>(constant), width(a));
}

// From one sort to a wider one, both.
bool Rewriter::areWidened(ExprId a, ExprId b) const {
  return is(a, Op::FConvert) && is(b, Op::FConvert) && sort(arg(a, 0)) == sort(arg(b, 0)) && width(a) > width(arg(a, 0));
}

bool Rewriter::neverNan(ExprId a) const {
  if (isConst(a)) return !isNan(value(a), width(a));
  return fromInteger(op(a));
}

ExprId Rewriter::floatUnary(Op op, ExprId a) {
  Op inner = this->op(a);
  if (op == Op::FNeg && inner == Op::FNeg) return arg(a, 0);
  if (op == Op::FNeg && (inner == Op::FMul || inner == Op::FDiv)) {  // into a constant factor
    for (size_t i = 0; i < 2; ++i) {
      if (!isConst(arg(a, i))) continue;
      ExprId negated = pool_.unary(Op::FNeg, arg(a, i));
      return i == 0 ? bin(inner, negated, arg(a, 1)) : bin(inner, arg(a, 0), negated);
    }
  }
  if (op == Op::FAbs && inner == Op::FNeg) return pool_.unary(Op::FAbs, arg(a, 0));
  if (op == Op::FAbs && (inner == Op::FAbs || inner == Op::FFromU)) return a;
  if (isRounding(op) && (isRounding(inner) || fromInteger(inner))) return a;  // integral already
  if (op == Op::FIsNan) {
    if (neverNan(a)) return falseExpr();
    if (inner == Op::FNeg || inner == Op::FAbs || inner == Op::FConvert || isRounding(inner)) return pool_.unary(Op::FIsNan, arg(a, 0));
  }
  return {};
}

ExprId Rewriter::floatBinary(Op op, ExprId a, ExprId b) {
  if (op == Op::FEqual || op == Op::FLt || op == Op::FLe) return floatCompare(op, a, b);
  if (isConst(a) && isNan(value(a), width(a))) return a;
  if (isConst(b) && isNan(value(b), width(b))) return b;
  if (op == Op::FAdd) return floatAdd(a, b);
  if (op == Op::FMul) return floatMul(a, b);
  if (op == Op::FDiv) return floatDiv(a, b);
  // a - b is a + (-b) exactly; the sum is the canonical form where that needs no new node.
  if (isConst(b) || is(b, Op::FNeg)) return bin(Op::FAdd, a, pool_.unary(Op::FNeg, b));
  return {};
}

ExprId Rewriter::floatAdd(ExprId a, ExprId b) {
  if (isFloat(b, -0.0)) return a;
  if (is(b, Op::FNeg)) return bin(Op::FSub, a, arg(b, 0));
  if (is(a, Op::FNeg)) return bin(Op::FSub, b, arg(a, 0));
  return {};
}

ExprId Rewriter::floatMul(ExprId a, ExprId b) {
  if (isFloat(b, 1.0)) return a;
  if (isFloat(b, -1.0)) return pool_.unary(Op::FNeg, a);
  if (is(a, Op::FNeg) && isConst(b)) return bin(Op::FMul, arg(a, 0), pool_.unary(Op::FNeg, b));
  if (is(a, Op::FNeg)) return pool_.unary(Op::FNeg, bin(Op::FMul, arg(a, 0), b));  // rounding to nearest is symmetric
  if (is(b, Op::FNeg)) return pool_.unary(Op::FNeg, bin(Op::FMul, a, arg(b, 0)));
  return {};
}

ExprId Rewriter::floatDiv(ExprId a, ExprId b) {
  if (isConst(b)) {
    if (U128 inverse = inversePower(value(b), width(b)); inverse != 0) return bin(Op::FMul, a, pool_.constant(sort(b), inverse));
    if (is(a, Op::FNeg)) return bin(Op::FDiv, arg(a, 0), pool_.unary(Op::FNeg, b));
    return {};
  }
  if (is(b, Op::FNeg)) {
    return isConst(a) ? bin(Op::FDiv, pool_.unary(Op::FNeg, a), arg(b, 0)) : pool_.unary(Op::FNeg, bin(Op::FDiv, a, arg(b, 0)));
  }
  if (is(a, Op::FNeg)) return pool_.unary(Op::FNeg, bin(Op::FDiv, arg(a, 0), b));
  return {};
}

ExprId Rewriter::floatCompare(Op op, ExprId a, ExprId b) {
  if (a == b) return op == Op::FLt ? falseExpr() : pool_.notOf(pool_.unary(Op::FIsNan, a));
  if ((isConst(a) && isNan(value(a), width(a))) || (isConst(b) && isNan(value(b), width(b)))) return falseExpr();
  if (is(a, Op::FNeg) && is(b, Op::FNeg)) return bin(op, arg(b, 0), arg(a, 0));
  if (is(a, Op::FNeg) && isConst(b)) return bin(op, pool_.unary(Op::FNeg, b), arg(a, 0));
  if (isConst(a) && is(b, Op::FNeg)) return bin(op, arg(b, 0), pool_.unary(Op::FNeg, a));
  if (areWidened(a, b)) return bin(op, arg(a, 0), arg(b, 0));  // which keeps the order
  return {};
}

ExprId Rewriter::equalFloat(ExprId a, ExprId b) {
  if (isConst(b) && isNan(value(b), width(b))) return pool_.unary(Op::FIsNan, a);
  if (is(a, Op::FNeg) && is(b, Op::FNeg)) return pool_.equal(arg(a, 0), arg(b, 0));
  if (is(a, Op::FNeg) && isConst(b)) return pool_.equal(arg(a, 0), pool_.unary(Op::FNeg, b));
  if (areWidened(a, b)) return pool_.equal(arg(a, 0), arg(b, 0));
  return {};
}

ExprId Rewriter::floatConvert(Op op, ExprId a, Sort to) {
  Op inner = this->op(a);
  if (op == Op::FFromBits && inner == Op::FToBits) return arg(a, 0);
  if (op == Op::FConvert) {
    if (inner == Op::FConvert && width(a) > width(arg(a, 0))) return pool_.convert(Op::FConvert, arg(a, 0), to);  // nothing was lost
    // An integer that the narrower of both floats, or the intermediate one, holds exactly is rounded once either way.
    if (fromInteger(inner) && width(arg(a, 0)) <= exactBits(width(a), inner == Op::FFromS)) return pool_.convert(inner, arg(a, 0), to);
  }
  if (op == Op::FFromS && inner == Op::SExt) return pool_.convert(Op::FFromS, arg(a, 0), to);
  if (fromInteger(op) && inner == Op::ZExt) return pool_.convert(Op::FFromU, arg(a, 0), to);
  if (op == Op::FToS || op == Op::FToU) {
    bool sourceSigned = inner == Op::FFromS;
    bool sameRange = op == Op::FToS ? sourceSigned : inner == Op::FFromU;
    if (fromInteger(inner) && sameRange && width(arg(a, 0)) <= exactBits(width(a), sourceSigned) && to.width >= width(arg(a, 0))) {
      return pool_.extend(sourceSigned ? Op::SExt : Op::ZExt, arg(a, 0), to.width);
    }
    if (inner == Op::FRoundToZero) return pool_.convert(op, arg(a, 0), to);
  }
  return {};
}

}  // namespace cleave::expr
