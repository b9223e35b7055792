// What a pure integer instruction computes, as an expression of its operands: the same as the handlers make, for whoever looks at code
// without running it.
#pragma once

#include "expr/pool.h"
#include "program/program.h"

namespace cleave::vm {

// The operands are of the sorts of their registers (a one-bit integer is a Bool), and so is the result; operands that the operation does
// not have are not looked at. Invalid for operations that are not pure, that work on pointers or floats, or on more than 64 bits. The
// caller sees to it that a division does not trap.
expr::ExprId pureExpr(expr::ExprPool& pool, const program::Instruction& instruction, expr::ExprId a, expr::ExprId b, expr::ExprId c);

}  // namespace cleave::vm
