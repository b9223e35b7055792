// The operations of the program model. Integers wrap (as with -fwrapv); nsw, nuw, exact, inbounds and fast-math flags of LLVM are ignored.
// A shift count is taken modulo the width, as the hardware does. Comments say what the fields of Instruction mean beyond dst and the
// operands.
//
// Whoever treats operations alike goes by their family. A new operation gets its row in the table below and its handler in vm/dispatch.cpp,
// both of which the compiler asks for.
#pragma once

#include <cstdint>

#include "support/enum_table.h"

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

  Select,  // a ? b : c; flag: kLooks
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
  Unsupported,  // extra: index in Function::unsupported; imm: equal for what is the same, 0: unknown. May stand anywhere, also as a
                // terminator.
};

enum class IntPredicate : uint8_t { Eq, Ne, ULt, ULe, UGt, UGe, SLt, SLe, SGt, SGe };

// O: ordered (false when a NaN is involved); U: unordered (true then)
enum class FloatPredicate : uint8_t { False, OEq, OGt, OGe, OLt, OLe, ONe, Ord, Uno, UEq, UGt, UGe, ULt, ULe, UNe, True };

// The flag of an operation on floats whose NaNs have a sign that the compiler decides (passes/open_nan.h).
constexpr uint8_t kOpenNan = 1;

// The flag of a select that stands for a branch whose condition may be undefined (program/merge.h): where it is, the run tells nothing.
constexpr uint8_t kLooks = 1;

// Operations that most of the code treats alike.
enum class Family : uint8_t {
  Integer,     // one result from integers, whatever they are
  Division,    // may trap
  Comparison,  // the result has width 1
  Overflow,    // a second result: the flag in register `extra`
  Float,       // one result from floats
  Cast,        // from sourceType to type
  Move,        // hands an operand on
  Memory,      // one object, or an address
  Bytes,       // runs of bytes
  VarArgs,     // a va_list
  Call,
  Terminator,
  Unsupported,
};

// Computes its one result from its operands alone, whatever they are: an operation on integers, a copy or a select.
enum class Pure : uint8_t { No, Yes };

struct OpFacts {
  const char* name = "";  // in dumps
  Family family = Family::Unsupported;
  Pure pure = Pure::No;
};

inline constexpr EnumTable<Op, OpFacts> kOpFacts({
    // clang-format off
    {Op::Add, {"add", Family::Integer, Pure::Yes}},
    {Op::Sub, {"sub", Family::Integer, Pure::Yes}},
    {Op::Mul, {"mul", Family::Integer, Pure::Yes}},
    {Op::UDiv, {"udiv", Family::Division}},
    {Op::SDiv, {"sdiv", Family::Division}},
    {Op::URem, {"urem", Family::Division}},
    {Op::SRem, {"srem", Family::Division}},
    {Op::Shl, {"shl", Family::Integer, Pure::Yes}},
    {Op::LShr, {"lshr", Family::Integer, Pure::Yes}},
    {Op::AShr, {"ashr", Family::Integer, Pure::Yes}},
    {Op::And, {"and", Family::Integer, Pure::Yes}},
    {Op::Or, {"or", Family::Integer, Pure::Yes}},
    {Op::Xor, {"xor", Family::Integer, Pure::Yes}},
    {Op::ICmp, {"icmp", Family::Comparison, Pure::Yes}},
    {Op::CtPop, {"ctpop", Family::Integer, Pure::Yes}},
    {Op::CtLz, {"ctlz", Family::Integer, Pure::Yes}},
    {Op::CtTz, {"cttz", Family::Integer, Pure::Yes}},
    {Op::BSwap, {"bswap", Family::Integer, Pure::Yes}},
    {Op::BitReverse, {"bitreverse", Family::Integer, Pure::Yes}},
    {Op::Abs, {"abs", Family::Integer, Pure::Yes}},
    {Op::FShl, {"fshl", Family::Integer, Pure::Yes}},
    {Op::FShr, {"fshr", Family::Integer, Pure::Yes}},
    {Op::SMin, {"smin", Family::Integer, Pure::Yes}},
    {Op::SMax, {"smax", Family::Integer, Pure::Yes}},
    {Op::UMin, {"umin", Family::Integer, Pure::Yes}},
    {Op::UMax, {"umax", Family::Integer, Pure::Yes}},
    {Op::SAddSat, {"sadd.sat", Family::Integer, Pure::Yes}},
    {Op::UAddSat, {"uadd.sat", Family::Integer, Pure::Yes}},
    {Op::SSubSat, {"ssub.sat", Family::Integer, Pure::Yes}},
    {Op::USubSat, {"usub.sat", Family::Integer, Pure::Yes}},
    {Op::SShlSat, {"sshl.sat", Family::Integer, Pure::Yes}},
    {Op::UShlSat, {"ushl.sat", Family::Integer, Pure::Yes}},
    {Op::SAddOverflow, {"sadd.overflow", Family::Overflow}},
    {Op::UAddOverflow, {"uadd.overflow", Family::Overflow}},
    {Op::SSubOverflow, {"ssub.overflow", Family::Overflow}},
    {Op::USubOverflow, {"usub.overflow", Family::Overflow}},
    {Op::SMulOverflow, {"smul.overflow", Family::Overflow}},
    {Op::UMulOverflow, {"umul.overflow", Family::Overflow}},
    {Op::FAdd, {"fadd", Family::Float}},
    {Op::FSub, {"fsub", Family::Float}},
    {Op::FMul, {"fmul", Family::Float}},
    {Op::FDiv, {"fdiv", Family::Float}},
    {Op::FRem, {"frem", Family::Float}},
    {Op::FNeg, {"fneg", Family::Float}},
    {Op::FCmp, {"fcmp", Family::Comparison}},
    {Op::FAbs, {"fabs", Family::Float}},
    {Op::FSqrt, {"fsqrt", Family::Float}},
    {Op::FFma, {"ffma", Family::Float}},
    {Op::FFloor, {"ffloor", Family::Float}},
    {Op::FCeil, {"fceil", Family::Float}},
    {Op::FTrunc, {"ftrunc", Family::Float}},
    {Op::FRint, {"frint", Family::Float}},
    {Op::FNearbyInt, {"fnearbyint", Family::Float}},
    {Op::FRound, {"fround", Family::Float}},
    {Op::FRoundEven, {"froundeven", Family::Float}},
    {Op::FMinNum, {"fminnum", Family::Float}},
    {Op::FMaxNum, {"fmaxnum", Family::Float}},
    {Op::FMinimum, {"fminimum", Family::Float}},
    {Op::FMaximum, {"fmaximum", Family::Float}},
    {Op::FCopySign, {"fcopysign", Family::Float}},
    {Op::FIsClass, {"fisclass", Family::Comparison}},
    {Op::Trunc, {"trunc", Family::Cast, Pure::Yes}},
    {Op::ZExt, {"zext", Family::Cast, Pure::Yes}},
    {Op::SExt, {"sext", Family::Cast, Pure::Yes}},
    {Op::FPTrunc, {"fptrunc", Family::Cast}},
    {Op::FPExt, {"fpext", Family::Cast}},
    {Op::FPToSI, {"fptosi", Family::Cast}},
    {Op::FPToUI, {"fptoui", Family::Cast}},
    {Op::SIToFP, {"sitofp", Family::Cast}},
    {Op::UIToFP, {"uitofp", Family::Cast}},
    {Op::PtrToInt, {"ptrtoint", Family::Cast}},
    {Op::IntToPtr, {"inttoptr", Family::Cast}},
    {Op::BitCast, {"bitcast", Family::Cast}},
    {Op::Copy, {"copy", Family::Move, Pure::Yes}},
    {Op::Select, {"select", Family::Move, Pure::Yes}},
    {Op::Freeze, {"freeze", Family::Move}},
    {Op::Alloca, {"alloca", Family::Memory}},
    {Op::Load, {"load", Family::Memory}},
    {Op::Store, {"store", Family::Memory}},
    {Op::PtrAdd, {"ptradd", Family::Memory}},
    {Op::MemCpy, {"memcpy", Family::Bytes}},
    {Op::MemMove, {"memmove", Family::Bytes}},
    {Op::MemSet, {"memset", Family::Bytes}},
    {Op::VaStart, {"va_start", Family::VarArgs}},
    {Op::VaEnd, {"va_end", Family::VarArgs}},
    {Op::VaCopy, {"va_copy", Family::VarArgs}},
    {Op::Call, {"call", Family::Call}},
    {Op::Jump, {"jump", Family::Terminator}},
    {Op::Branch, {"branch", Family::Terminator}},
    {Op::Switch, {"switch", Family::Terminator}},
    {Op::Return, {"return", Family::Terminator}},
    {Op::Unreachable, {"unreachable", Family::Terminator}},
    {Op::Unsupported, {"unsupported", Family::Unsupported}},
    // clang-format on
});

constexpr const char* opName(Op op) { return kOpFacts[op].name; }
constexpr Family familyOf(Op op) { return kOpFacts[op].family; }
constexpr bool isPure(Op op) { return kOpFacts[op].pure == Pure::Yes; }
constexpr bool copiesMemory(Op op) { return op == Op::MemCpy || op == Op::MemMove || op == Op::VaCopy; }  // from b to a
constexpr bool isTerminator(Op op) { return familyOf(op) == Family::Terminator; }

// May have the flag kOpenNan: sums, differences, products, quotients, remainders, negations.
constexpr bool isFloatArithmetic(Op op) {
  return op == Op::FAdd || op == Op::FSub || op == Op::FMul || op == Op::FDiv || op == Op::FRem || op == Op::FNeg || op == Op::FFma;
}

}  // namespace cleave::program
