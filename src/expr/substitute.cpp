#include "expr/substitute.h"

#include <algorithm>

#include "support/check.h"

namespace cleave::expr {

void Substitution::set(SymbolId symbol, ExprId by) {
  CHECK(pool_.symbol(symbol).sort == pool_.sort(by), "a symbol replaced by an expression of another sort");
  bySymbol_[symbol] = by;
  done_.clear();
}

bool Substitution::isTouched(ExprId e) {
  const std::vector<SymbolId>& symbols = pool_.symbolsOf(e);
  return std::any_of(symbols.begin(), symbols.end(), [&](SymbolId symbol) { return bySymbol_.contains(symbol); });
}

// Operands first, with a stack of our own: expressions may be deep.
ExprId Substitution::operator()(ExprId root) {
  if (!isTouched(root)) return root;
  std::vector<ExprId> work{root};
  while (!work.empty()) {
    const ExprId e = work.back();
    if (done_.contains(e)) {
      work.pop_back();
      continue;
    }
    if (!isTouched(e)) {
      done_.emplace(e, e);
      continue;
    }
    bool ready = true;
    for (const ExprId operand : pool_.operands(e))
      if (!done_.contains(operand)) {
        work.push_back(operand);
        ready = false;
      }
    if (ready) done_.emplace(e, rebuild(e));
  }
  return done_.at(root);
}

ExprId Substitution::rebuild(ExprId e) {
  std::vector<ExprId> operands;
  for (const ExprId operand : pool_.operands(e)) operands.push_back(done_.at(operand));
  const Sort sort = pool_.sort(e);
  switch (pool_.op(e)) {
    case Op::Constant:
      return e;
    case Op::Symbol:
      return bySymbol_.at(pool_.symbolOf(e));
    case Op::Not:
    case Op::BitNot:
    case Op::Neg:
    case Op::FNeg:
    case Op::FAbs:
    case Op::FSqrt:
    case Op::FRoundEven:
    case Op::FRoundAway:
    case Op::FRoundUp:
    case Op::FRoundDown:
    case Op::FRoundToZero:
    case Op::FIsNan:
      return pool_.unary(pool_.op(e), operands[0]);
    case Op::And:
    case Op::Or:
    case Op::Xor:
    case Op::Equal:
    case Op::Add:
    case Op::Sub:
    case Op::Mul:
    case Op::UDiv:
    case Op::SDiv:
    case Op::URem:
    case Op::SRem:
    case Op::Shl:
    case Op::LShr:
    case Op::AShr:
    case Op::BitAnd:
    case Op::BitOr:
    case Op::BitXor:
    case Op::Concat:
    case Op::ULt:
    case Op::ULe:
    case Op::SLt:
    case Op::SLe:
    case Op::FAdd:
    case Op::FSub:
    case Op::FMul:
    case Op::FDiv:
    case Op::FEqual:
    case Op::FLt:
    case Op::FLe:
      return pool_.binary(pool_.op(e), operands[0], operands[1]);
    case Op::Ite:
      return pool_.ite(operands[0], operands[1], operands[2]);
    case Op::FFma:
      return pool_.fma(operands[0], operands[1], operands[2]);
    case Op::Extract:
      return pool_.extract(operands[0], pool_.extractLow(e), sort.width);
    case Op::ZExt:
    case Op::SExt:
      return pool_.extend(pool_.op(e), operands[0], sort.width);
    case Op::FConvert:
    case Op::FFromS:
    case Op::FFromU:
    case Op::FToS:
    case Op::FToU:
    case Op::FFromBits:
    case Op::FToBits:
      return pool_.convert(pool_.op(e), operands[0], sort);
    case Op::Read:
      return pool_.read(operands[0], std::span(operands).subspan(1));
    case Op::Apply:
      return pool_.apply(pool_.functionName(e), operands, sort);
  }
  UNREACHABLE("not an Op");
}

}  // namespace cleave::expr
