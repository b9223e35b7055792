#include "program/op.h"

#include "support/check.h"

namespace cleave::program {

bool isFloatArithmetic(Op op) {
  return op == Op::FAdd || op == Op::FSub || op == Op::FMul || op == Op::FDiv || op == Op::FRem || op == Op::FNeg || op == Op::FFma;
}

bool isTerminator(Op op) { return op == Op::Jump || op == Op::Branch || op == Op::Switch || op == Op::Return || op == Op::Unreachable; }

bool isPure(Op op) {
  switch (op) {
      // clang-format off
    case Op::Add: case Op::Sub: case Op::Mul: case Op::Shl: case Op::LShr: case Op::AShr: case Op::And: case Op::Or: case Op::Xor: case Op::ICmp:
    case Op::CtPop: case Op::CtLz: case Op::CtTz: case Op::BSwap: case Op::BitReverse: case Op::Abs: case Op::FShl: case Op::FShr:
    case Op::SMin: case Op::SMax: case Op::UMin: case Op::UMax: case Op::SAddSat: case Op::UAddSat: case Op::SSubSat: case Op::USubSat:
    case Op::SShlSat: case Op::UShlSat: case Op::Trunc: case Op::ZExt: case Op::SExt: case Op::Copy: case Op::Select:
      return true;
    case Op::UDiv: case Op::SDiv: case Op::URem: case Op::SRem: case Op::SAddOverflow: case Op::UAddOverflow: case Op::SSubOverflow:
    case Op::USubOverflow: case Op::SMulOverflow: case Op::UMulOverflow: case Op::FAdd: case Op::FSub: case Op::FMul: case Op::FDiv:
    case Op::FRem: case Op::FNeg: case Op::FCmp: case Op::FAbs: case Op::FSqrt: case Op::FFma: case Op::FFloor: case Op::FCeil:
    case Op::FTrunc: case Op::FRint: case Op::FNearbyInt: case Op::FRound: case Op::FRoundEven: case Op::FMinNum: case Op::FMaxNum:
    case Op::FMinimum: case Op::FMaximum: case Op::FCopySign: case Op::FIsClass: case Op::FPTrunc: case Op::FPExt: case Op::FPToSI:
    case Op::FPToUI: case Op::SIToFP: case Op::UIToFP: case Op::PtrToInt: case Op::IntToPtr: case Op::BitCast: case Op::Freeze:
    case Op::Alloca: case Op::Load: case Op::Store: case Op::PtrAdd: case Op::MemCpy: case Op::MemMove: case Op::MemSet: case Op::VaStart:
    case Op::VaEnd: case Op::VaCopy: case Op::Call: case Op::Jump: case Op::Branch: case Op::Switch: case Op::Return:
    case Op::Unreachable: case Op::Unsupported:
      return false;
      // clang-format on
  }
  UNREACHABLE("not an operation");
}

const char* opName(Op op) {
  switch (op) {
    case Op::Add:
      return "add";
    case Op::Sub:
      return "sub";
    case Op::Mul:
      return "mul";
    case Op::UDiv:
      return "udiv";
    case Op::SDiv:
      return "sdiv";
    case Op::URem:
      return "urem";
    case Op::SRem:
      return "srem";
    case Op::Shl:
      return "shl";
    case Op::LShr:
      return "lshr";
    case Op::AShr:
      return "ashr";
    case Op::And:
      return "and";
    case Op::Or:
      return "or";
    case Op::Xor:
      return "xor";
    case Op::ICmp:
      return "icmp";
    case Op::CtPop:
      return "ctpop";
    case Op::CtLz:
      return "ctlz";
    case Op::CtTz:
      return "cttz";
    case Op::BSwap:
      return "bswap";
    case Op::BitReverse:
      return "bitreverse";
    case Op::Abs:
      return "abs";
    case Op::FShl:
      return "fshl";
    case Op::FShr:
      return "fshr";
    case Op::SMin:
      return "smin";
    case Op::SMax:
      return "smax";
    case Op::UMin:
      return "umin";
    case Op::UMax:
      return "umax";
    case Op::SAddSat:
      return "sadd.sat";
    case Op::UAddSat:
      return "uadd.sat";
    case Op::SSubSat:
      return "ssub.sat";
    case Op::USubSat:
      return "usub.sat";
    case Op::SShlSat:
      return "sshl.sat";
    case Op::UShlSat:
      return "ushl.sat";
    case Op::SAddOverflow:
      return "sadd.overflow";
    case Op::UAddOverflow:
      return "uadd.overflow";
    case Op::SSubOverflow:
      return "ssub.overflow";
    case Op::USubOverflow:
      return "usub.overflow";
    case Op::SMulOverflow:
      return "smul.overflow";
    case Op::UMulOverflow:
      return "umul.overflow";
    case Op::FAdd:
      return "fadd";
    case Op::FSub:
      return "fsub";
    case Op::FMul:
      return "fmul";
    case Op::FDiv:
      return "fdiv";
    case Op::FRem:
      return "frem";
    case Op::FNeg:
      return "fneg";
    case Op::FCmp:
      return "fcmp";
    case Op::FAbs:
      return "fabs";
    case Op::FSqrt:
      return "fsqrt";
    case Op::FFma:
      return "ffma";
    case Op::FFloor:
      return "ffloor";
    case Op::FCeil:
      return "fceil";
    case Op::FTrunc:
      return "ftrunc";
    case Op::FRint:
      return "frint";
    case Op::FNearbyInt:
      return "fnearbyint";
    case Op::FRound:
      return "fround";
    case Op::FRoundEven:
      return "froundeven";
    case Op::FMinNum:
      return "fminnum";
    case Op::FMaxNum:
      return "fmaxnum";
    case Op::FMinimum:
      return "fminimum";
    case Op::FMaximum:
      return "fmaximum";
    case Op::FCopySign:
      return "fcopysign";
    case Op::FIsClass:
      return "fisclass";
    case Op::Trunc:
      return "trunc";
    case Op::ZExt:
      return "zext";
    case Op::SExt:
      return "sext";
    case Op::FPTrunc:
      return "fptrunc";
    case Op::FPExt:
      return "fpext";
    case Op::FPToSI:
      return "fptosi";
    case Op::FPToUI:
      return "fptoui";
    case Op::SIToFP:
      return "sitofp";
    case Op::UIToFP:
      return "uitofp";
    case Op::PtrToInt:
      return "ptrtoint";
    case Op::IntToPtr:
      return "inttoptr";
    case Op::BitCast:
      return "bitcast";
    case Op::Copy:
      return "copy";
    case Op::Select:
      return "select";
    case Op::Freeze:
      return "freeze";
    case Op::Alloca:
      return "alloca";
    case Op::Load:
      return "load";
    case Op::Store:
      return "store";
    case Op::PtrAdd:
      return "ptradd";
    case Op::MemCpy:
      return "memcpy";
    case Op::MemMove:
      return "memmove";
    case Op::MemSet:
      return "memset";
    case Op::VaStart:
      return "va_start";
    case Op::VaEnd:
      return "va_end";
    case Op::VaCopy:
      return "va_copy";
    case Op::Call:
      return "call";
    case Op::Jump:
      return "jump";
    case Op::Branch:
      return "branch";
    case Op::Switch:
      return "switch";
    case Op::Return:
      return "return";
    case Op::Unreachable:
      return "unreachable";
    case Op::Unsupported:
      return "unsupported";
  }
  UNREACHABLE("not an Op");
}

}  // namespace cleave::program
