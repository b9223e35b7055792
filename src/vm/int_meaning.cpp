#include "vm/private/int_meaning.h"

#include "support/check.h"

namespace cleave::vm::meaning {

using program::IntPredicate;

namespace {

// The pattern with 1s in the lower half of each field of 2 * half bits.
U128 lowHalves(unsigned half, unsigned width) {
  U128 pattern = 0;
  for (unsigned k = 0; k < width; k += 2 * half) pattern |= maskOf(half) << k;
  return pattern;
}

}  // namespace

// Neighbouring fields are added until one field is left.
E onesInExpr(const Terms& t, E a) {
  const unsigned width = std::bit_ceil(t.width);
  const Terms wide{t.pool, width};
  E sums = t.pool.extend(O::ZExt, a, width);
  for (unsigned half = 1; half < width; half *= 2) {
    const E mask = wide.number(lowHalves(half, width));
    sums = wide.add(wide.both(sums, mask), wide.both(wide.lshr(sums, wide.number(half)), mask));
  }
  return t.pool.extract(sums, 0, t.width);
}

// While the upper half is zero, count it and go on with the lower one.
E leadingZerosExpr(const Terms& t, E a) {
  const unsigned width = std::bit_ceil(t.width);
  const unsigned added = width - t.width;
  // The added low bits are ones, so that a zero counts t.width and no more.
  E rest = added == 0 ? a : t.pool.binary(O::Concat, a, t.pool.bits(added, maskOf(added)));
  E count = t.number(0);
  const Terms wide{t.pool, width};
  for (unsigned half = width / 2; half > 0; half /= 2) {
    const E zero = t.pool.equal(t.pool.extract(rest, width - half, half), t.pool.bits(half, 0));
    rest = t.pool.ite(zero, wide.shl(rest, wide.number(half)), rest);
    count = t.pick(zero, t.add(count, t.number(half)), count);
  }
  const E last = t.pool.equal(t.pool.extract(rest, width - 1, 1), t.pool.bits(1, 0));
  return t.pick(last, t.add(count, t.number(1)), count);
}

E trailingZerosExpr(const Terms& t, E a) {
  const unsigned width = std::bit_ceil(t.width);
  const unsigned added = width - t.width;
  E rest = added == 0 ? a : t.pool.binary(O::Concat, t.pool.bits(added, maskOf(added)), a);
  E count = t.number(0);
  const Terms wide{t.pool, width};
  for (unsigned half = width / 2; half > 0; half /= 2) {
    const E zero = t.pool.equal(t.pool.extract(rest, 0, half), t.pool.bits(half, 0));
    rest = t.pool.ite(zero, wide.lshr(rest, wide.number(half)), rest);
    count = t.pick(zero, t.add(count, t.number(half)), count);
  }
  const E last = t.pool.equal(t.pool.extract(rest, 0, 1), t.pool.bits(1, 0));
  return t.pick(last, t.add(count, t.number(1)), count);
}

E swapBytesExpr(const Terms& t, E a) {
  CHECK(t.width % 16 == 0, "bswap of a width without byte pairs");
  E result = t.pool.extract(a, 0, 8);
  for (unsigned k = 8; k < t.width; k += 8) result = t.pool.binary(O::Concat, result, t.pool.extract(a, k, 8));
  return result;
}

E reverseBitsExpr(const Terms& t, E a) {
  E result = t.pool.extract(a, 0, 1);
  for (unsigned k = 1; k < t.width; ++k) result = t.pool.binary(O::Concat, result, t.pool.extract(a, k, 1));
  return result;
}

// In twice the width if that can be written; else by dividing the wrapped product again.
E SMulOverflows::expr(const Terms& t, E a, E b) {
  ExprPool& pool = t.pool;
  if (2 * t.width <= 128) {
    const unsigned twice = 2 * t.width;
    const E product = pool.binary(O::Mul, pool.extend(O::SExt, a, twice), pool.extend(O::SExt, b, twice));
    return pool.notOf(pool.equal(product, pool.extend(O::SExt, pool.extract(product, 0, t.width), twice)));
  }
  const E product = t.mul(a, b);
  const E wrapsBack = pool.andOf(t.eq(a, t.ones()), t.eq(b, t.smallest()));
  const E other = t.ne(t.op(O::SDiv, product, a), b);
  return pool.andOf(t.ne(a, t.number(0)), pool.orOf(wrapsBack, other));
}

E UMulOverflows::expr(const Terms& t, E a, E b) {
  ExprPool& pool = t.pool;
  if (2 * t.width <= 128) {
    const E product = pool.binary(O::Mul, pool.extend(O::ZExt, a, 2 * t.width), pool.extend(O::ZExt, b, 2 * t.width));
    return pool.notOf(pool.equal(pool.extract(product, t.width, t.width), t.number(0)));
  }
  return pool.andOf(t.ne(a, t.number(0)), t.ne(t.op(O::UDiv, t.mul(a, b), a), b));
}

namespace {

// On one bit: 1 is the greater unsigned and, being -1, the smaller signed number.
E less(ExprPool& pool, O op, E a, E b) {
  if (!pool.sort(a).isBool()) return pool.binary(op, a, b);
  if (op == O::SLt || op == O::SLe) std::swap(a, b);
  return op == O::ULt || op == O::SLt ? pool.andOf(pool.notOf(a), b) : pool.orOf(pool.notOf(a), b);
}

}  // namespace

E compareExpr(ExprPool& pool, IntPredicate predicate, E a, E b) {
  switch (predicate) {
    case IntPredicate::Eq:
      return pool.equal(a, b);
    case IntPredicate::Ne:
      return pool.notOf(pool.equal(a, b));
    case IntPredicate::ULt:
      return less(pool, O::ULt, a, b);
    case IntPredicate::ULe:
      return less(pool, O::ULe, a, b);
    case IntPredicate::UGt:
      return less(pool, O::ULt, b, a);
    case IntPredicate::UGe:
      return less(pool, O::ULe, b, a);
    case IntPredicate::SLt:
      return less(pool, O::SLt, a, b);
    case IntPredicate::SLe:
      return less(pool, O::SLe, a, b);
    case IntPredicate::SGt:
      return less(pool, O::SLt, b, a);
    case IntPredicate::SGe:
      return less(pool, O::SLe, b, a);
  }
  UNREACHABLE("a predicate of no kind");
}

}  // namespace cleave::vm::meaning
