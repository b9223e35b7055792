// The operations of expressions, with the meaning that the evaluator, the printers and the solvers share. Meanings are those of SMT-LIB2
// (QF_BVFP) where it has the operation: total, no traps. What C leaves undefined is decided by the VM before an expression is built.
#pragma once

#include <cstdint>

namespace cleave::expr {

enum class Op : uint8_t {
  Constant,  // of any sort
  Symbol,    // an input cell (later also: a leaf)

  // Bool x Bool -> Bool
  Not,
  And,
  Or,
  Xor,

  // any sort
  Equal,  // both of one sort; on floats the SMT-LIB `=`: every NaN equals every NaN, +0 and -0 differ
  Ite,    // condition, then, else

  // Bits x Bits -> Bits, one width. Division by zero as in SMT-LIB (udiv: all ones; urem: the dividend; sdiv, srem by these and the signs).
  // Shifts by the width or more give 0 (AShr: copies of the sign).
  Add,
  Sub,
  Mul,
  UDiv,
  SDiv,
  URem,
  SRem,
  Shl,
  LShr,
  AShr,
  BitAnd,
  BitOr,
  BitXor,
  BitNot,
  Neg,

  // Bits of other widths
  Concat,   // high, low
  Extract,  // operand; low bit in `extractLow`, width from the sort
  ZExt,
  SExt,

  // Bits x Bits -> Bool
  ULt,
  ULe,
  SLt,
  SLe,

  // Float. Rounding is to nearest, ties to even, unless said otherwise.
  FAdd,
  FSub,
  FMul,
  FDiv,
  FNeg,
  FAbs,
  FSqrt,
  FFma,          // a * b + c, rounded once
  FRoundEven,    // to an integral value, ties to even
  FRoundAway,    // ties away from zero (C's round)
  FRoundUp,      // ceil
  FRoundDown,    // floor
  FRoundToZero,  // trunc
  FEqual,        // IEEE ==: NaN is unequal to all, +0 equals -0
  FLt,
  FLe,
  FIsNan,
  FConvert,  // between binary32 and binary64
  FFromS,    // from Bits, read as signed
  FFromU,    // from Bits, read as unsigned
  FToS,      // toward zero; only meaningful in range: whoever builds it has a decision that says so
  FToU,
  FFromBits,  // reinterpret Bits as Float; all NaN patterns become the one NaN
  FToBits,    // reinterpret; only meaningful when not NaN: whoever builds it has a decision that says so

  // An array read: operands are the index (Bits) and then n >= 1 elements of one sort; the value is the element at the index, and the last
  // element for an index of n or more.
  Read,

  // An uninterpreted function with a name, of any arguments. Equal arguments give equal values; nothing else is known.
  Apply,
};

}  // namespace cleave::expr
