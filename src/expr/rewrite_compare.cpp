// Rules for Equal and the order of integers. Most real literals compare something with a constant; these rules peel the something until a
// symbol, or an operation that cannot be undone, is left.
#include <algorithm>
#include <array>

#include "expr/rewrite.h"

namespace cleave::expr {

namespace {

constexpr unsigned kIteChain = 8;   // longer chains of choices are not compared arm by arm

U128 smallest(unsigned width, bool isSigned) { return isSigned ? U128{1} << (width - 1) : 0; }
U128 largest(unsigned width, bool isSigned) { return isSigned ? maskOf(width - 1) : maskOf(width); }

U128 signExtend(U128 bits, unsigned from, unsigned to) { return truncateTo(static_cast<U128>(asSigned(bits, from)), to); }

int compare(bool isSigned, unsigned width, U128 a, U128 b) {
  if (a == b) return 0;
  return (isSigned ? asSigned(a, width) < asSigned(b, width) : a < b) ? -1 : 1;
}

// The inverse of an odd number modulo a power of two (Newton: each step doubles the correct bits).
U128 inverse(U128 odd) {
  U128 x = odd;
  for (int i = 0; i < 7; ++i) x *= 2 - odd * x;
  return x;
}

unsigned trailingZeros(U128 value) {
  auto low = static_cast<uint64_t>(value);
  if (low != 0) return static_cast<unsigned>(__builtin_ctzll(low));
  return 64 + static_cast<unsigned>(__builtin_ctzll(static_cast<uint64_t>(value >> 64)));
}

}  // namespace

// --- equality

ExprId Rewriter::equalBits(ExprId a, ExprId b) {
  if (isConst(b)) return equalConstant(a, value(b));
  if (op(a) == op(b)) {
    if (is(a, Op::Neg) || is(a, Op::BitNot)) return pool_.equal(arg(a, 0), arg(b, 0));
    if (is(a, Op::ZExt) || is(a, Op::SExt)) {
      unsigned common = std::max(width(arg(a, 0)), width(arg(b, 0)));
      return pool_.equal(pool_.extend(op(a), arg(a, 0), common), pool_.extend(op(a), arg(b, 0), common));
    }
    if (is(a, Op::Concat) && width(arg(a, 0)) == width(arg(b, 0))) {
      return pool_.andOf(pool_.equal(arg(a, 0), arg(b, 0)), pool_.equal(arg(a, 1), arg(b, 1)));
    }
    if (isWithConst(a, Op::Add) && isWithConst(b, Op::Add)) {
      ExprId difference = bits(width(a), value(arg(a, 1)) - value(arg(b, 1)));
      return pool_.equal(bin(Op::Add, arg(a, 0), difference), arg(b, 0));
    }
    if (isWithConst(a, Op::BitXor) && isWithConst(b, Op::BitXor))
      return pool_.equal(bin(Op::BitXor, arg(a, 0), bits(width(a), value(arg(a, 1)) ^ value(arg(b, 1)))), arg(b, 0));
    if (isWithConst(a, Op::Mul) && arg(a, 1) == arg(b, 1) && (value(arg(a, 1)) & 1) != 0) return pool_.equal(arg(a, 0), arg(b, 0));
    if (const unsigned shift = mixedBy(a); shift != 0 && shift == mixedBy(b)) return pool_.equal(mixed(a), mixed(b));
    if (is(a, Op::Add) || is(a, Op::BitXor)) {  // a common operand cancels
      for (size_t i = 0; i < 2; ++i) {
        for (size_t j = 0; j < 2; ++j) {
          if (arg(a, i) == arg(b, j)) return pool_.equal(arg(a, 1 - i), arg(b, 1 - j));
        }
      }
    }
  }
  ExprId zero = bits(width(a), 0);
  for (int side = 0; side < 2; ++side, std::swap(a, b)) {
    if (is(a, Op::Add) || is(a, Op::BitXor)) {
      if (arg(a, 0) == b) return pool_.equal(arg(a, 1), zero);
      if (arg(a, 1) == b) return pool_.equal(arg(a, 0), zero);
    }
    if (is(a, Op::Sub) && arg(a, 0) == b) return pool_.equal(arg(a, 1), zero);
  }
  return {};
}

ExprId Rewriter::equalConstant(ExprId a, U128 k) {
  unsigned w = width(a);
  if (is(a, Op::ZExt)) {
    ExprId x = arg(a, 0);
    return k > maskOf(width(x)) ? falseExpr() : pool_.equal(x, bits(width(x), k));
  }
  if (is(a, Op::SExt)) {
    ExprId x = arg(a, 0);
    U128 narrow = truncateTo(k, width(x));
    return signExtend(narrow, width(x), w) != k ? falseExpr() : pool_.equal(x, bits(width(x), narrow));
  }
  if (is(a, Op::Concat)) {
    ExprId high = arg(a, 0);
    ExprId low = arg(a, 1);
    ExprId lowEqual = pool_.equal(low, bits(width(low), k));
    if (pool_.isFalse(lowEqual)) return lowEqual;
    return pool_.andOf(pool_.equal(high, bits(width(high), k >> width(low))), lowEqual);
  }
  if (isTable(a)) {
    if (ExprId better = whereTable(a, [&](U128 element) { return element == k; })) return better;
  }
  if (is(a, Op::Ite)) {
    if (ExprId better = equalConstantIte(a, k)) return better;
  }
  if (ExprId better = equalConstantArithmetic(a, k)) return better;
  if (w == 1 && k == 0) return pool_.notOf(pool_.equal(a, bits(1, 1)));
  return {};
}

ExprId Rewriter::equalConstantArithmetic(ExprId a, U128 k) {
  unsigned w = width(a);
  auto equals = [&](ExprId x, U128 value) { return pool_.equal(x, bits(w, value)); };
  if (isWithConst(a, Op::Add)) return equals(arg(a, 0), k - value(arg(a, 1)));
  if (isConstMinus(a)) return equals(arg(a, 1), value(arg(a, 0)) - k);
  if (is(a, Op::Neg)) return equals(arg(a, 0), ~k + 1);
  if (is(a, Op::BitNot)) return equals(arg(a, 0), ~k);
  if (isWithConst(a, Op::BitXor)) return equals(arg(a, 0), k ^ value(arg(a, 1)));
  if (const unsigned shift = mixedBy(a); shift != 0) {
    U128 x = k;
    for (unsigned done = shift; done < w; done += shift) x = k ^ (x >> shift);
    return equals(mixed(a), x);
  }
  if (isWithConst(a, Op::BitAnd) && (k & ~value(arg(a, 1))) != 0) return falseExpr();
  if (isWithConst(a, Op::BitOr) && (~k & value(arg(a, 1))) != 0) return falseExpr();
  if (isWithConst(a, Op::Mul) && value(arg(a, 1)) != 0) {  // c * x = k: the odd part of c has an inverse, the even part must divide k
    U128 c = value(arg(a, 1));
    unsigned zeros = trailingZeros(c);
    if ((k & maskOf(zeros)) != 0) return falseExpr();
    return pool_.equal(pool_.extract(arg(a, 0), 0, w - zeros), bits(w - zeros, (k >> zeros) * inverse(c >> zeros)));
  }
  if ((is(a, Op::Sub) || is(a, Op::BitXor)) && k == 0) return pool_.equal(arg(a, 0), arg(a, 1));
  bool bothFixed = (is(a, Op::BitOr) && k == 0) || (is(a, Op::BitAnd) && k == maskOf(w));
  if (bothFixed) return pool_.andOf(equals(arg(a, 0), k), equals(arg(a, 1), k));
  return {};
}

// x ^ (x >> k), as hashes mix their bits: each x gives another value. 0: it is something else.
unsigned Rewriter::mixedBy(ExprId a) const {
  if (!is(a, Op::BitXor)) return 0;
  for (size_t i = 0; i < 2; ++i) {
    const ExprId x = arg(a, i), shifted = arg(a, 1 - i);
    if (!is(shifted, Op::ZExt) || !is(arg(shifted, 0), Op::Extract) || arg(arg(shifted, 0), 0) != x) continue;
    const unsigned kept = width(arg(shifted, 0)), low = pool_.extractLow(arg(shifted, 0));
    if (low + kept == width(a)) return low;
  }
  return 0;
}

// Of such a term: x.
ExprId Rewriter::mixed(ExprId a) const {
  const ExprId second = arg(a, 1);
  const bool isShifted = is(second, Op::ZExt) && is(arg(second, 0), Op::Extract) && arg(arg(second, 0), 0) == arg(a, 0);
  return isShifted ? arg(a, 0) : second;
}

// c1 ? 3 : (c2 ? 5 : 7) compared with a constant is a formula over c1 and c2.
ExprId Rewriter::equalConstantIte(ExprId a, U128 k) {
  std::array<ExprId, kIteChain> chain;
  unsigned length = 0;
  ExprId rest = a;
  for (; is(rest, Op::Ite) && length < kIteChain; ++length) {
    chain[length] = rest;
    if (isConst(arg(rest, 1))) {
      rest = arg(rest, 2);
    } else if (isConst(arg(rest, 2))) {
      rest = arg(rest, 1);
    } else {
      return {};
    }
  }
  if (!isConst(rest)) return {};
  ExprId result = pool_.boolean(value(rest) == k);
  while (length-- > 0) {
    ExprId node = chain[length];
    bool thenConst = isConst(arg(node, 1));
    ExprId here = pool_.boolean(value(arg(node, thenConst ? 1 : 2)) == k);
    result = thenConst ? pool_.ite(arg(node, 0), here, result) : pool_.ite(arg(node, 0), result, here);
  }
  return result;
}

// --- order

ExprId Rewriter::orderRules(Op op, ExprId a, ExprId b) {
  bool isSigned = op == Op::SLt || op == Op::SLe;
  bool strict = op == Op::ULt || op == Op::SLt;
  unsigned w = width(a);
  if (a == b) return pool_.boolean(!strict);
  if (isConst(b)) {
    if (strict && value(b) == smallest(w, isSigned)) return falseExpr();
    U128 k = truncateTo(strict ? value(b) - 1 : value(b), w);
    if (ExprId better = atMost(isSigned, a, k)) return better;
    return strict ? plain(isSigned ? Op::SLe : Op::ULe, Sort::boolean(), a, bits(w, k)) : ExprId{};
  }
  if (isConst(a)) {
    if (strict && value(a) == largest(w, isSigned)) return falseExpr();
    U128 k = truncateTo(strict ? value(a) + 1 : value(a), w);
    if (ExprId better = atLeast(isSigned, b, k)) return better;
    return strict ? plain(isSigned ? Op::SLe : Op::ULe, Sort::boolean(), bits(w, k), b) : ExprId{};
  }
  if (is(a, Op::BitNot) && is(b, Op::BitNot)) return bin(op, arg(b, 0), arg(a, 0));
  return orderOfExtended(op, a, b);
}

// Both sides extended alike. Extension keeps the order: SExt even the unsigned one, since it moves the upper half up as a whole.
ExprId Rewriter::orderOfExtended(Op op, ExprId a, ExprId b) {
  if (this->op(a) != this->op(b) || !(is(a, Op::ZExt) || is(a, Op::SExt))) return {};
  unsigned common = std::max(width(arg(a, 0)), width(arg(b, 0)));
  ExprId x = pool_.extend(this->op(a), arg(a, 0), common);
  ExprId y = pool_.extend(this->op(a), arg(b, 0), common);
  if (is(a, Op::SExt)) return bin(op, x, y);
  bool strict = op == Op::ULt || op == Op::SLt;
  return bin(strict ? Op::ULt : Op::ULe, x, y);  // a zero-extended number is not negative
}

ExprId Rewriter::atMost(bool isSigned, ExprId a, U128 k) {
  unsigned w = width(a);
  if (k == largest(w, isSigned)) return trueExpr();
  if (k == smallest(w, isSigned)) return pool_.equal(a, bits(w, k));
  if (k == truncateTo(largest(w, isSigned) - 1, w)) return pool_.notOf(pool_.equal(a, bits(w, k + 1)));
  if (isTable(a)) return whereTable(a, [&](U128 element) { return compare(isSigned, w, element, k) <= 0; });
  Op le = isSigned ? Op::SLe : Op::ULe;
  if (is(a, Op::BitNot)) return bin(le, bits(w, ~k), arg(a, 0));
  if (is(a, Op::ZExt) || is(a, Op::SExt)) return atMostExtended(isSigned, a, k);
  if (is(a, Op::Concat)) {
    ExprId high = arg(a, 0);
    ExprId low = arg(a, 1);
    ExprId bound = bits(width(high), k >> width(low));
    U128 rest = truncateTo(k, width(low));
    if (rest == maskOf(width(low)) || (isConst(low) && value(low) <= rest)) return bin(le, high, bound);
    if (isConst(low)) return bin(isSigned ? Op::SLt : Op::ULt, high, bound);
  }
  if (!isSigned && k == largest(w, true)) return bin(Op::SLe, bits(w, 0), a);
  return {};
}

ExprId Rewriter::atLeast(bool isSigned, ExprId a, U128 k) {
  unsigned w = width(a);
  if (k == smallest(w, isSigned)) return trueExpr();
  if (k == largest(w, isSigned)) return pool_.equal(a, bits(w, k));
  if (k == truncateTo(smallest(w, isSigned) + 1, w)) return pool_.notOf(pool_.equal(a, bits(w, k - 1)));
  if (isTable(a)) return whereTable(a, [&](U128 element) { return compare(isSigned, w, element, k) >= 0; });
  Op le = isSigned ? Op::SLe : Op::ULe;
  if (is(a, Op::BitNot)) return bin(le, arg(a, 0), bits(w, ~k));
  if (is(a, Op::ZExt) || is(a, Op::SExt)) return atLeastExtended(isSigned, a, k);
  if (is(a, Op::Concat)) {
    ExprId high = arg(a, 0);
    ExprId low = arg(a, 1);
    ExprId bound = bits(width(high), k >> width(low));
    U128 rest = truncateTo(k, width(low));
    if (rest == 0 || (isConst(low) && value(low) >= rest)) return bin(le, bound, high);
    if (isConst(low)) return bin(isSigned ? Op::SLt : Op::ULt, bound, high);
  }
  if (!isSigned && k == smallest(w, true)) return bin(Op::SLe, a, bits(w, maskOf(w)));
  return {};
}

ExprId Rewriter::atMostExtended(bool isSigned, ExprId a, U128 k) {
  ExprId x = arg(a, 0);
  unsigned w = width(a);
  unsigned n = width(x);
  if (is(a, Op::ZExt)) {
    if (isSigned && signBit(k, w)) return falseExpr();
    return k >= maskOf(n) ? trueExpr() : bin(Op::ULe, x, bits(n, k));
  }
  U128 most = largest(n, true);
  U128 least = signExtend(smallest(n, true), n, w);
  if (isSigned) {
    if (asSigned(k, w) >= static_cast<I128>(most)) return trueExpr();
    if (asSigned(k, w) < asSigned(least, w)) return falseExpr();
    return bin(Op::SLe, x, bits(n, k));
  }
  bool inGap = k > most && k < least;  // values that no extension takes, between the two halves
  return bin(Op::ULe, x, bits(n, inGap ? most : k));
}

ExprId Rewriter::atLeastExtended(bool isSigned, ExprId a, U128 k) {
  ExprId x = arg(a, 0);
  unsigned w = width(a);
  unsigned n = width(x);
  if (is(a, Op::ZExt)) {
    if (isSigned && signBit(k, w)) return trueExpr();
    return k > maskOf(n) ? falseExpr() : bin(Op::ULe, bits(n, k), x);
  }
  U128 most = largest(n, true);
  U128 least = signExtend(smallest(n, true), n, w);
  if (isSigned) {
    if (asSigned(k, w) > static_cast<I128>(most)) return falseExpr();
    if (asSigned(k, w) <= asSigned(least, w)) return trueExpr();
    return bin(Op::SLe, bits(n, k), x);
  }
  bool inGap = k > most && k < least;
  return bin(Op::ULe, bits(n, inGap ? smallest(n, true) : k), x);
}

}  // namespace cleave::expr
