// The operations of expressions, with the meaning that the evaluator, the printers and the solvers share. Meanings are those of SMT-LIB2
// (QF_BVFP) where it has the operation: total, no traps. What C leaves undefined is decided by the VM before an expression is built.
// Many names are those of program/op.h, the meanings are not: operations of a program trap, and take shift counts modulo the width.
// Whoever treats operations alike goes by family, sorts and arity, all in one table below. A new operation gets its row there and its
// meaning in fold.cpp, both of which the compiler asks for; tests with tests/unit/every_op.h take all through whatever reads them.
#pragma once

#include <cstdint>

#include "support/enum_table.h"

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
  FConvert,  // between floats of two widths
  FFromS,    // from Bits, read as signed
  FFromU,    // from Bits, read as unsigned
  FToS,      // toward zero; only meaningful in range: whoever builds it has a decision that says so
  FToU,
  FFromBits,  // reinterpret Bits as Float; all NaN patterns become the one NaN, and of 80 bits the integer bit is not looked at
  FToBits,    // reinterpret; only meaningful when not NaN: whoever builds it has a decision that says so

  // An array read: operands are the index (Bits) and then n >= 1 elements of one sort; the value is the element at the index, and the last
  // element for an index of n or more.
  Read,

  // An uninterpreted function with a name, of any arguments. Equal arguments give equal values; nothing else is known.
  Apply,
};

// Operations that most of the code treats alike.
enum class Family : uint8_t {
  Leaf,        // a constant or a symbol
  Truth,       // Bool to Bool
  Equality,    // of any sort
  Choice,      // one of its operands, chosen by the first
  Arithmetic,  // that wraps: add, subtract, multiply, negate
  Division,    // and remainder
  Shift,
  Bitwise,
  Resize,           // bits of other widths: cut, joined, widened
  Order,            // of integers
  FloatArithmetic,  // rounded
  FloatSign,        // exact: nothing but the sign changes
  FloatRounding,    // to an integral value
  FloatComparison,  // also with itself: is it NaN?
  FloatConversion,  // of the value
  FloatPattern,     // between a float and its bits
  Apply,
};

// What all operands are. Any: of one sort, whichever; Mixed: as the operation's comment says.
enum class OperandSort : uint8_t { None, Bool, Bits, Float, Any, Mixed };

// Of what sort the result is: as the operands, a Bool, or given by whoever makes the node (ExprPool has a maker for each such operation).
enum class ResultSort : uint8_t { Operand, Bool, Given };

enum class Commutes : uint8_t { No, Yes };

constexpr uint8_t kAnyNumber = UINT8_MAX;

struct OpFacts {
  // What stands before the operands in SMT-LIB. Operations with parameters need more (print_smt.cpp); empty: SMT-LIB has no such operation.
  const char* smt = "";
  Family family = Family::Leaf;
  uint8_t operandCount = 0;
  OperandSort operands = OperandSort::None;
  ResultSort result = ResultSort::Given;
  Commutes commutes = Commutes::No;
};

inline constexpr EnumTable<Op, OpFacts> kOpFacts({
    // clang-format off
    {Op::Constant, {"", Family::Leaf, 0, OperandSort::None, ResultSort::Given}},
    {Op::Symbol, {"", Family::Leaf, 0, OperandSort::None, ResultSort::Given}},
    {Op::Not, {"not", Family::Truth, 1, OperandSort::Bool, ResultSort::Operand}},
    {Op::And, {"and", Family::Truth, 2, OperandSort::Bool, ResultSort::Operand, Commutes::Yes}},
    {Op::Or, {"or", Family::Truth, 2, OperandSort::Bool, ResultSort::Operand, Commutes::Yes}},
    {Op::Xor, {"xor", Family::Truth, 2, OperandSort::Bool, ResultSort::Operand, Commutes::Yes}},
    {Op::Equal, {"=", Family::Equality, 2, OperandSort::Any, ResultSort::Bool, Commutes::Yes}},
    {Op::Ite, {"ite", Family::Choice, 3, OperandSort::Mixed, ResultSort::Given}},
    {Op::Add, {"bvadd", Family::Arithmetic, 2, OperandSort::Bits, ResultSort::Operand, Commutes::Yes}},
    {Op::Sub, {"bvsub", Family::Arithmetic, 2, OperandSort::Bits, ResultSort::Operand}},
    {Op::Mul, {"bvmul", Family::Arithmetic, 2, OperandSort::Bits, ResultSort::Operand, Commutes::Yes}},
    {Op::UDiv, {"bvudiv", Family::Division, 2, OperandSort::Bits, ResultSort::Operand}},
    {Op::SDiv, {"bvsdiv", Family::Division, 2, OperandSort::Bits, ResultSort::Operand}},
    {Op::URem, {"bvurem", Family::Division, 2, OperandSort::Bits, ResultSort::Operand}},
    {Op::SRem, {"bvsrem", Family::Division, 2, OperandSort::Bits, ResultSort::Operand}},
    {Op::Shl, {"bvshl", Family::Shift, 2, OperandSort::Bits, ResultSort::Operand}},
    {Op::LShr, {"bvlshr", Family::Shift, 2, OperandSort::Bits, ResultSort::Operand}},
    {Op::AShr, {"bvashr", Family::Shift, 2, OperandSort::Bits, ResultSort::Operand}},
    {Op::BitAnd, {"bvand", Family::Bitwise, 2, OperandSort::Bits, ResultSort::Operand, Commutes::Yes}},
    {Op::BitOr, {"bvor", Family::Bitwise, 2, OperandSort::Bits, ResultSort::Operand, Commutes::Yes}},
    {Op::BitXor, {"bvxor", Family::Bitwise, 2, OperandSort::Bits, ResultSort::Operand, Commutes::Yes}},
    {Op::BitNot, {"bvnot", Family::Bitwise, 1, OperandSort::Bits, ResultSort::Operand}},
    {Op::Neg, {"bvneg", Family::Arithmetic, 1, OperandSort::Bits, ResultSort::Operand}},
    {Op::Concat, {"concat", Family::Resize, 2, OperandSort::Mixed, ResultSort::Given}},
    {Op::Extract, {"extract", Family::Resize, 1, OperandSort::Bits, ResultSort::Given}},
    {Op::ZExt, {"zero_extend", Family::Resize, 1, OperandSort::Bits, ResultSort::Given}},
    {Op::SExt, {"sign_extend", Family::Resize, 1, OperandSort::Bits, ResultSort::Given}},
    {Op::ULt, {"bvult", Family::Order, 2, OperandSort::Bits, ResultSort::Bool}},
    {Op::ULe, {"bvule", Family::Order, 2, OperandSort::Bits, ResultSort::Bool}},
    {Op::SLt, {"bvslt", Family::Order, 2, OperandSort::Bits, ResultSort::Bool}},
    {Op::SLe, {"bvsle", Family::Order, 2, OperandSort::Bits, ResultSort::Bool}},
    {Op::FAdd, {"fp.add RNE", Family::FloatArithmetic, 2, OperandSort::Float, ResultSort::Operand, Commutes::Yes}},
    {Op::FSub, {"fp.sub RNE", Family::FloatArithmetic, 2, OperandSort::Float, ResultSort::Operand}},
    {Op::FMul, {"fp.mul RNE", Family::FloatArithmetic, 2, OperandSort::Float, ResultSort::Operand, Commutes::Yes}},
    {Op::FDiv, {"fp.div RNE", Family::FloatArithmetic, 2, OperandSort::Float, ResultSort::Operand}},
    {Op::FNeg, {"fp.neg", Family::FloatSign, 1, OperandSort::Float, ResultSort::Operand}},
    {Op::FAbs, {"fp.abs", Family::FloatSign, 1, OperandSort::Float, ResultSort::Operand}},
    {Op::FSqrt, {"fp.sqrt RNE", Family::FloatArithmetic, 1, OperandSort::Float, ResultSort::Operand}},
    {Op::FFma, {"fp.fma RNE", Family::FloatArithmetic, 3, OperandSort::Float, ResultSort::Operand}},
    {Op::FRoundEven, {"fp.roundToIntegral RNE", Family::FloatRounding, 1, OperandSort::Float, ResultSort::Operand}},
    {Op::FRoundAway, {"fp.roundToIntegral RNA", Family::FloatRounding, 1, OperandSort::Float, ResultSort::Operand}},
    {Op::FRoundUp, {"fp.roundToIntegral RTP", Family::FloatRounding, 1, OperandSort::Float, ResultSort::Operand}},
    {Op::FRoundDown, {"fp.roundToIntegral RTN", Family::FloatRounding, 1, OperandSort::Float, ResultSort::Operand}},
    {Op::FRoundToZero, {"fp.roundToIntegral RTZ", Family::FloatRounding, 1, OperandSort::Float, ResultSort::Operand}},
    {Op::FEqual, {"fp.eq", Family::FloatComparison, 2, OperandSort::Float, ResultSort::Bool, Commutes::Yes}},
    {Op::FLt, {"fp.lt", Family::FloatComparison, 2, OperandSort::Float, ResultSort::Bool}},
    {Op::FLe, {"fp.leq", Family::FloatComparison, 2, OperandSort::Float, ResultSort::Bool}},
    {Op::FIsNan, {"fp.isNaN", Family::FloatComparison, 1, OperandSort::Float, ResultSort::Bool}},
    {Op::FConvert, {"to_fp", Family::FloatConversion, 1, OperandSort::Float, ResultSort::Given}},
    {Op::FFromS, {"to_fp", Family::FloatConversion, 1, OperandSort::Bits, ResultSort::Given}},
    {Op::FFromU, {"to_fp_unsigned", Family::FloatConversion, 1, OperandSort::Bits, ResultSort::Given}},
    {Op::FToS, {"fp.to_sbv", Family::FloatConversion, 1, OperandSort::Float, ResultSort::Given}},
    {Op::FToU, {"fp.to_ubv", Family::FloatConversion, 1, OperandSort::Float, ResultSort::Given}},
    {Op::FFromBits, {"to_fp", Family::FloatPattern, 1, OperandSort::Bits, ResultSort::Given}},
    {Op::FToBits, {"", Family::FloatPattern, 1, OperandSort::Float, ResultSort::Given}},
    {Op::Read, {"", Family::Choice, kAnyNumber, OperandSort::Mixed, ResultSort::Given}},
    {Op::Apply, {"", Family::Apply, kAnyNumber, OperandSort::Mixed, ResultSort::Given}},
    // clang-format on
});

constexpr Family familyOf(Op op) { return kOpFacts[op].family; }

}  // namespace cleave::expr
