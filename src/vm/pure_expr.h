// What a pure integer instruction computes, as an expression of its operands: the same as the handlers make, for whoever looks at code
// without running it.
#pragma once

#include "expr/pool.h"
#include "program/program.h"

namespace cleave::vm {

// Between the sort of a register, where a one-bit integer is a Bool, and Bits.
inline expr::ExprId bitsExpr(expr::ExprPool& pool, expr::ExprId e) {
  return pool.sort(e).isBool() ? pool.ite(e, pool.bits(1, 1), pool.bits(1, 0)) : e;
}
inline expr::ExprId registerExpr(expr::ExprPool& pool, expr::ExprId e) {
  const expr::Sort sort = pool.sort(e);
  return sort.isBits() && sort.width == 1 ? pool.equal(e, pool.bits(1, 1)) : e;
}

// The operands are of the sorts of their registers (a one-bit integer is a Bool), and so is the result; operands that the operation does
// not have are not looked at. Invalid for operations that are not pure, that work on pointers or floats, or on more than 64 bits. The
// caller sees to it that a division does not trap.
expr::ExprId pureExpr(expr::ExprPool& pool, const program::Instruction& instruction, expr::ExprId a, expr::ExprId b, expr::ExprId c);

}  // namespace cleave::vm
