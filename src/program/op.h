// The operations of the program model. Integers wrap (as with -fwrapv); nsw, nuw, exact, inbounds and fast-math flags of LLVM are ignored.
// A shift count is taken modulo the width, as the hardware does. Comments say what the fields of Instruction mean beyond dst and the
// operands.
#pragma once

#include <cstdint>

namespace cleave::program {

enum class Op : uint8_t {
  // --- integers: dst = a op b, of `type`
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
  And,
  Or,
  Xor,
  ICmp,  // flag: IntPredicate; type: of the operands (Int or Pointer); the result has width 1
  // --- integers: one operand
  CtPop,
  CtLz,
  CtTz,
  BSwap,
  BitReverse,
  Abs,
  // --- integers: more
  FShl,
  FShr,  // a, b, c
  SMin,
  SMax,
  UMin,
  UMax,  // a, b
  SAddSat,
  UAddSat,
  SSubSat,
  USubSat,
  SShlSat,
  UShlSat,
  SAddOverflow,
  UAddOverflow,
  SSubOverflow,
  USubOverflow,
  SMulOverflow,
  UMulOverflow,  // dst: value; register `extra`: the flag (width 1)

  // --- floats: dst = op(a, b, c), of `type`
  FAdd,
  FSub,
  FMul,
  FDiv,
  FRem,
  FNeg,
  FCmp,  // flag: FloatPredicate; type: of the operands
  FAbs,
  FSqrt,
  FFma,
  FFloor,
  FCeil,
  FTrunc,
  FRint,
  FNearbyInt,
  FRound,
  FRoundEven,
  FMinNum,
  FMaxNum,
  FMinimum,
  FMaximum,
  FCopySign,
  FIsClass,  // imm: LLVM's class mask; the result has width 1

  // --- casts: a from sourceType to type
  Trunc,
  ZExt,
  SExt,
  FPTrunc,
  FPExt,
  FPToSI,
  FPToUI,
  SIToFP,
  UIToFP,
  PtrToInt,
  IntToPtr,
  BitCast,  // between Int and Float of one width
  Copy,     // dst = a

  Select,  // a ? b : c
  Freeze,  // a; an undefined value becomes zero

  // --- memory
  Alloca,  // dst = fresh object of imm * b bytes (b absent: imm bytes); extra: alignment
  Load,    // dst = *a, of `type`
  Store,   // *b = a, of `type`
  PtrAdd,  // dst = a + sext(b) * imm; sourceType: of b; b absent: a + imm
  MemCpy,  // a: destination, b: source, c: length (Int 64)
  MemMove,
  MemSet,  // a: destination, b: byte (Int 8), c: length
  // --- variable arguments (x86-64 va_list)
  VaStart,
  VaEnd,
  VaCopy,  // a (and b): pointer to the va_list

  // --- calls
  Call,  // extra: CallInfo; a: the function pointer of an indirect call

  // --- terminators
  Jump,    // extra: edge
  Branch,  // a (width 1); extra: edge when true, imm: edge when false
  Switch,  // a; type: of a; extra: SwitchTable
  Return,  // extra: index of a CallInfo whose `arguments` are the returned scalars
  Unreachable,

  // --- a construct that the lowering does not support; executing it ends the run as unfinished
  Unsupported,  // extra: index in Function::unsupported. May stand anywhere, also as a terminator.
};

enum class IntPredicate : uint8_t { Eq, Ne, ULt, ULe, UGt, UGe, SLt, SLe, SGt, SGe };

// O: ordered (false when a NaN is involved); U: unordered (true then)
enum class FloatPredicate : uint8_t { False, OEq, OGt, OGe, OLt, OLe, ONe, Ord, Uno, UEq, UGt, UGe, ULt, ULe, UNe, True };

// The flag of an operation on floats whose NaNs have a sign that the compiler decides (frontend/open_nan.h).
constexpr uint8_t kOpenNan = 1;
bool isFloatArithmetic(Op op);  // may have that flag: sums, differences, products, quotients, remainders, negations
bool isTerminator(Op op);
bool isPure(Op op);  // computes its one result from its operands alone, whatever they are: an operation on integers, a copy or a select
const char* opName(Op op);

}  // namespace cleave::program
