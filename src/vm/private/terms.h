// Terms: short names for the expressions over integers of one width that the meanings of operations are written in. All operands are Bits
// of that width, also for width 1; registerExpr and bitsExpr (pure_expr.h) pass between this and the sort of a register.
#pragma once

#include "expr/pool.h"
#include "vm/pure_expr.h"

namespace cleave::vm {

struct Terms {
  using E = expr::ExprId;
  using O = expr::Op;
  expr::ExprPool& pool;
  unsigned width;

  E number(U128 value) const { return pool.bits(width, value); }
  E ones() const { return number(maskOf(width)); }
  E smallest() const { return number(U128{1} << (width - 1)); }
  E largest() const { return number(maskOf(width) >> 1); }

  E op(O o, E a, E b) const { return pool.binary(o, a, b); }
  E add(E a, E b) const { return op(O::Add, a, b); }
  E sub(E a, E b) const { return op(O::Sub, a, b); }
  E mul(E a, E b) const { return op(O::Mul, a, b); }
  E shl(E a, E b) const { return op(O::Shl, a, b); }
  E lshr(E a, E b) const { return op(O::LShr, a, b); }
  E ashr(E a, E b) const { return op(O::AShr, a, b); }
  E both(E a, E b) const { return op(O::BitAnd, a, b); }
  E either(E a, E b) const { return op(O::BitOr, a, b); }
  E differ(E a, E b) const { return op(O::BitXor, a, b); }
  E neg(E a) const { return pool.unary(O::Neg, a); }

  // truth values
  E eq(E a, E b) const { return pool.equal(a, b); }
  E ne(E a, E b) const { return pool.notOf(pool.equal(a, b)); }
  E ult(E a, E b) const { return op(O::ULt, a, b); }
  E slt(E a, E b) const { return op(O::SLt, a, b); }
  E isNegative(E a) const { return slt(a, number(0)); }
  E pick(E condition, E a, E b) const { return pool.ite(condition, a, b); }

  // A shift count, which is taken modulo the width.
  E count(E a) const {
    if ((width & (width - 1)) == 0) return both(a, number(width - 1));
    return op(O::URem, a, number(width));
  }
};

}  // namespace cleave::vm
