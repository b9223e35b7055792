#include "vm/pure_expr.h"

#include <array>
#include <utility>

#include "vm/private/int_meaning.h"

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

// --- one maker per operation

using Maker = ExprId (*)(ExprPool& pool, const Instruction& i, ExprId a, ExprId b, ExprId c);

template <class Meaning>
ExprId one(ExprPool& pool, const Instruction& i, ExprId a, ExprId, ExprId) {
  return made<Meaning>(pool, i, a);
}

template <class Meaning>
ExprId two(ExprPool& pool, const Instruction& i, ExprId a, ExprId b, ExprId) {
  return made<Meaning>(pool, i, a, b);
}

template <class Meaning>
ExprId three(ExprPool& pool, const Instruction& i, ExprId a, ExprId b, ExprId c) {
  return made<Meaning>(pool, i, a, b, c);
}

template <expr::Op kOp>
ExprId extension(ExprPool& pool, const Instruction& i, ExprId a, ExprId, ExprId) {
  return extended(pool, i, kOp, a);
}

ExprId truncation(ExprPool& pool, const Instruction& i, ExprId a, ExprId, ExprId) {
  return isNarrowInt(i.sourceType) ? registerExpr(pool, pool.extract(bitsExpr(pool, a), 0, i.type.width)) : ExprId();
}

ExprId comparison(ExprPool& pool, const Instruction& i, ExprId a, ExprId b, ExprId) {
  return meaning::compareExpr(pool, static_cast<program::IntPredicate>(i.flag), a, b);
}

ExprId copy(ExprPool&, const Instruction&, ExprId a, ExprId, ExprId) { return a; }
ExprId selection(ExprPool& pool, const Instruction&, ExprId a, ExprId b, ExprId c) { return pool.ite(a, b, c); }

using namespace meaning;

constexpr std::pair<Op, Maker> kRows[] = {
    {Op::Add, two<Add>},
    {Op::Sub, two<Sub>},
    {Op::Mul, two<Mul>},
    {Op::UDiv, two<UDiv>},
    {Op::SDiv, two<SDiv>},
    {Op::URem, two<URem>},
    {Op::SRem, two<SRem>},
    {Op::Shl, two<Shl>},
    {Op::LShr, two<LShr>},
    {Op::AShr, two<AShr>},
    {Op::And, two<And>},
    {Op::Or, two<Or>},
    {Op::Xor, two<Xor>},
    {Op::ICmp, comparison},
    {Op::CtPop, one<CtPop>},
    {Op::CtLz, one<CtLz>},
    {Op::CtTz, one<CtTz>},
    {Op::BSwap, one<BSwap>},
    {Op::BitReverse, one<BitReverse>},
    {Op::Abs, one<Abs>},
    {Op::FShl, three<FShl>},
    {Op::FShr, three<FShr>},
    {Op::SMin, two<SMin>},
    {Op::SMax, two<SMax>},
    {Op::UMin, two<UMin>},
    {Op::UMax, two<UMax>},
    {Op::SAddSat, two<SAddSat>},
    {Op::UAddSat, two<UAddSat>},
    {Op::SSubSat, two<SSubSat>},
    {Op::USubSat, two<USubSat>},
    {Op::SShlSat, two<SShlSat>},
    {Op::UShlSat, two<UShlSat>},
    {Op::Trunc, truncation},
    {Op::ZExt, extension<expr::Op::ZExt>},
    {Op::SExt, extension<expr::Op::SExt>},
    {Op::Copy, copy},
    {Op::Select, selection},
};

constexpr size_t kOps = enumCount<Op>();

constexpr std::array<Maker, kOps> kMakers = [] {
  std::array<Maker, kOps> makers{};
  for (const auto& [op, maker] : kRows) makers[static_cast<size_t>(op)] = maker;
  return makers;
}();

constexpr bool hasMakers() {
  for (size_t k = 0; k < kOps; ++k) {
    const Op op = static_cast<Op>(k);
    if ((kMakers[k] != nullptr) != (program::isPure(op) || familyOf(op) == program::Family::Division)) return false;
  }
  return true;
}
static_assert(hasMakers(), "a pure operation or a division has a maker, and nothing else");

}  // namespace

ExprId pureExpr(ExprPool& pool, const Instruction& i, ExprId a, ExprId b, ExprId c) {
  const Maker maker = kMakers[static_cast<size_t>(i.op)];
  return isNarrowInt(i.type) && maker != nullptr ? maker(pool, i, a, b, c) : ExprId();
}

}  // namespace cleave::vm
