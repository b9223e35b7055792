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
  const Op op = pool_.op(e);
  const Sort sort = pool_.sort(e);
  switch (familyOf(op)) {
    case Family::Leaf:
      return op == Op::Symbol ? bySymbol_.at(pool_.symbolOf(e)) : e;
    case Family::Truth:
    case Family::Equality:
    case Family::Arithmetic:
    case Family::Division:
    case Family::Shift:
    case Family::Bitwise:
    case Family::Order:
    case Family::FloatArithmetic:
    case Family::FloatSign:
    case Family::FloatRounding:
    case Family::FloatComparison:
      if (op == Op::FFma) return pool_.fma(operands[0], operands[1], operands[2]);
      return operands.size() == 1 ? pool_.unary(op, operands[0]) : pool_.binary(op, operands[0], operands[1]);
    case Family::Choice:
      if (op == Op::Ite) return pool_.ite(operands[0], operands[1], operands[2]);
      return pool_.read(operands[0], std::span(operands).subspan(1));
    case Family::Resize:
      if (op == Op::Concat) return pool_.binary(op, operands[0], operands[1]);
      if (op == Op::Extract) return pool_.extract(operands[0], pool_.extractLow(e), sort.width);
      return pool_.extend(op, operands[0], sort.width);
    case Family::FloatConversion:
    case Family::FloatPattern:
      return pool_.convert(op, operands[0], sort);
    case Family::Apply:
      return pool_.apply(pool_.functionName(e), operands, sort);
  }
  UNREACHABLE("an operation of no family");
}

}  // namespace cleave::expr
