// Expressions as Z3's bit vectors and floats.
#pragma once

#include <map>
#include <span>
#include <vector>

#include "expr/pool.h"
#include "solver/private/z3_context.h"
#include "solver/scan.h"
#include "support/budget.h"

namespace cleave::solver {

// The translations of expressions into bit vectors and floats of a Z3 context, kept from query to query, since the literals of neighbouring
// paths share most nodes. Iterative: expressions may be a million levels deep.
class Translation {
 public:
  explicit Translation(const expr::ExprPool& pool);

  Z3Context& context() { return z3_; }
  size_t size() const { return z3_.size(); }

  // False: the budget ended first; what was translated stays, for the next query.
  bool translate(std::span<const expr::ExprId> conjunction, const Budget& budget);
  Z3_ast translated(expr::ExprId e) const { return asts_[e.value]; }
  Z3_ast symbolConstant(expr::SymbolId id);
  Z3_ast patternOf(Z3_ast number, expr::Sort sort);  // the bits of a float that is no NaN, as FToBits has them; not owned

  Z3_tactic lightTactic(const QueryShape& shape) const {
    return shape.floatArithmetic ? lightFloatArithmetic_ : shape.floats ? lightFloats_ : lightBits_;
  }

 private:
  Z3_ast own(Z3_ast ast) { return z3_.own(ast); }
  bool known(expr::ExprId e) const { return asts_[e.value] != nullptr; }
  Z3_ast arg(expr::ExprId e, size_t i) const { return asts_[pool_.operand(e, i).value]; }

  Z3_sort sortOf(expr::Sort sort);
  Z3_ast numeral(unsigned width, U128 bits);
  Z3_ast floatNumeral(expr::Sort sort, U128 bits);
  Z3_ast floatOfPattern(Z3_ast bits, expr::Sort sort);
  Z3_ast constant(expr::Sort sort, U128 bits);
  Z3_ast make(expr::ExprId e);
  Z3_ast makeTruth(expr::ExprId e);
  Z3_ast makeBits(expr::ExprId e);
  Z3_ast makeFloat(expr::ExprId e);
  Z3_ast makeFloatToInteger(expr::ExprId e);
  Z3_ast makeRead(expr::ExprId e);
  Z3_ast makeApply(expr::ExprId e);
  Z3_ast readTree(expr::ExprId e, unsigned levels);

  const expr::ExprPool& pool_;
  Z3Context z3_;
  Z3_context context_;  // z3_'s
  Z3_ast nearestEven_ = nullptr;
  Z3_ast towardZero_ = nullptr;
  Z3_tactic lightBits_ = nullptr;
  Z3_tactic lightFloats_ = nullptr;
  Z3_tactic lightFloatArithmetic_ = nullptr;
  std::map<expr::Sort, Z3_sort> sorts_;
  std::vector<Z3_ast> asts_;  // by ExprId
  std::vector<expr::ExprId> work_;
};

}  // namespace cleave::solver
