#include "vm/pure_expr.h"

#include "support/check.h"
#include "vm/int_meaning.h"

namespace cleave::vm {

using expr::ExprId;
using expr::ExprPool;
using program::Instruction;
using program::Op;

namespace {

constexpr unsigned kWidest = 64;

template <class Meaning, class... Operands>
ExprId made(ExprPool& pool, const Instruction& i, Operands... operands) {
  if constexpr (requires { Meaning::boolean(pool, operands...); }) {
    if (i.type.width == 1) return Meaning::boolean(pool, operands...);
  }
  const Terms terms{pool, i.type.width};
  return registerExpr(pool, Meaning::expr(terms, bitsExpr(pool, operands)...));
}

ExprId extended(ExprPool& pool, const Instruction& i, expr::Op op, ExprId a) {
  const unsigned to = i.type.width;
  if (i.sourceType.width == 1) return pool.ite(a, pool.bits(to, op == expr::Op::SExt ? maskOf(to) : U128{1}), pool.bits(to, 0));
  return pool.extend(op, a, to);
}

bool isNarrowInt(program::Type type) { return type.isInt() && type.width <= kWidest; }

}  // namespace

ExprId pureExpr(ExprPool& pool, const Instruction& i, ExprId a, ExprId b, ExprId c) {
  using namespace meaning;
  if (!isNarrowInt(i.type)) return {};
  switch (i.op) {
      // clang-format off
    case Op::Add: return made<Add>(pool, i, a, b);
    case Op::Sub: return made<Sub>(pool, i, a, b);
    case Op::Mul: return made<Mul>(pool, i, a, b);
    case Op::UDiv: return made<UDiv>(pool, i, a, b);
    case Op::SDiv: return made<SDiv>(pool, i, a, b);
    case Op::URem: return made<URem>(pool, i, a, b);
    case Op::SRem: return made<SRem>(pool, i, a, b);
    case Op::Shl: return made<Shl>(pool, i, a, b);
    case Op::LShr: return made<LShr>(pool, i, a, b);
    case Op::AShr: return made<AShr>(pool, i, a, b);
    case Op::And: return made<And>(pool, i, a, b);
    case Op::Or: return made<Or>(pool, i, a, b);
    case Op::Xor: return made<Xor>(pool, i, a, b);
    case Op::ICmp: return compareExpr(pool, static_cast<program::IntPredicate>(i.flag), a, b);
    case Op::CtPop: return made<CtPop>(pool, i, a);
    case Op::CtLz: return made<CtLz>(pool, i, a);
    case Op::CtTz: return made<CtTz>(pool, i, a);
    case Op::BSwap: return made<BSwap>(pool, i, a);
    case Op::BitReverse: return made<BitReverse>(pool, i, a);
    case Op::Abs: return made<Abs>(pool, i, a);
    case Op::FShl: return made<FShl>(pool, i, a, b, c);
    case Op::FShr: return made<FShr>(pool, i, a, b, c);
    case Op::SMin: return made<SMin>(pool, i, a, b);
    case Op::SMax: return made<SMax>(pool, i, a, b);
    case Op::UMin: return made<UMin>(pool, i, a, b);
    case Op::UMax: return made<UMax>(pool, i, a, b);
    case Op::SAddSat: return made<SAddSat>(pool, i, a, b);
    case Op::UAddSat: return made<UAddSat>(pool, i, a, b);
    case Op::SSubSat: return made<SSubSat>(pool, i, a, b);
    case Op::USubSat: return made<USubSat>(pool, i, a, b);
    case Op::SShlSat: return made<SShlSat>(pool, i, a, b);
    case Op::UShlSat: return made<UShlSat>(pool, i, a, b);
    case Op::Trunc: return isNarrowInt(i.sourceType) ? registerExpr(pool, pool.extract(bitsExpr(pool, a), 0, i.type.width)) : ExprId();
    case Op::ZExt: return extended(pool, i, expr::Op::ZExt, a);
    case Op::SExt: return extended(pool, i, expr::Op::SExt, a);
    case Op::Copy: return a;
    case Op::Select: return pool.ite(a, b, c);
    case Op::SAddOverflow: case Op::UAddOverflow: case Op::SSubOverflow: case Op::USubOverflow: case Op::SMulOverflow: case Op::UMulOverflow:
    case Op::FAdd: case Op::FSub: case Op::FMul: case Op::FDiv: case Op::FRem: case Op::FNeg: case Op::FCmp: case Op::FAbs: case Op::FSqrt:
    case Op::FFma: case Op::FFloor: case Op::FCeil: case Op::FTrunc: case Op::FRint: case Op::FNearbyInt: case Op::FRound:
    case Op::FRoundEven: case Op::FMinNum: case Op::FMaxNum: case Op::FMinimum: case Op::FMaximum: case Op::FCopySign:
    case Op::FIsClass: case Op::FPTrunc: case Op::FPExt: case Op::FPToSI: case Op::FPToUI: case Op::SIToFP: case Op::UIToFP:
    case Op::PtrToInt: case Op::IntToPtr: case Op::BitCast: case Op::Freeze: case Op::Alloca: case Op::Load: case Op::Store:
    case Op::PtrAdd: case Op::MemCpy: case Op::MemMove: case Op::MemSet: case Op::VaStart: case Op::VaEnd: case Op::VaCopy: case Op::Call:
    case Op::Jump: case Op::Branch: case Op::Switch: case Op::Return: case Op::Unreachable: case Op::Unsupported:
      return {};
      // clang-format on
  }
  UNREACHABLE("not an operation");
}

}  // namespace cleave::vm
