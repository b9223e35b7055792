// Integers instead of bits, for conditions that are linear: sums, differences, multiples by constants, widened and cut, compared and chosen
// by conditions. `(long)a + b < (long)c + d` over ints has 64-bit adders as a circuit, which take a SAT solver long; over the integers it
// is one row of a simplex table.
//
// A term of width w becomes an integer that equals its value modulo 2^w, with bounds on that integer. Sums and multiples keep that, whether
// or not they wrap; so does cutting to fewer bits. Only who looks at the value itself (a comparison, a widening) brings it into the range
// of its type: by nothing if the bounds show that it is there; else by one choice for each time that it may have wrapped, up to a few. So
// the translation is exact: both answers hold for the bits, too.
//
// What is not linear is left out. Then only "unsatisfiable" says something about the whole.
#pragma once

#include <span>
#include <vector>

#include "expr/pool.h"
#include "solver/private/z3_context.h"
#include "support/bits.h"

namespace cleave::solver {

class LinearTranslation {
 public:
  explicit LinearTranslation(const expr::ExprPool& pool);

  size_t size() const { return z3_.size(); }

  // Unknown: not within the steps, or satisfiable as far as it is linear.
  Solution solve(std::span<const expr::ExprId> conjunction, const std::vector<expr::SymbolId>& symbols, unsigned steps,
                 unsigned milliseconds);

  // Whether sums decide something that is linear: what bits are slow with.
  bool isWorthwhile(std::span<const expr::ExprId> conjunction);

 private:
  struct Term {
    enum class State : uint8_t { Unseen, Linear, Other };
    State state = State::Unseen;
    bool adds = false;     // there is a sum or difference below
    Z3_ast ast = nullptr;  // an integer, or a truth
    I128 low = 0;          // of an integer
    I128 high = 0;
  };

  const Term& of(expr::ExprId e);
  Term make(expr::ExprId e);
  Term makeInteger(expr::ExprId e);
  Term makeTruth(expr::ExprId e);
  Term makeComparison(expr::ExprId e);
  Term within(const Term& term, unsigned width, bool isSigned);
  Term symbol(expr::SymbolId id);
  Term constant(I128 value);
  Term sum(const Term& a, const Term& b, bool subtract);
  Term multiple(const Term& a, I128 factor);
  Term chosen(const Term& condition, const Term& a, const Term& b);
  Z3_ast number(I128 value);
  Z3_ast own(Z3_ast ast) { return z3_.own(ast); }
  U128 bitsOf(Question& question, expr::SymbolId id);

  const expr::ExprPool& pool_;
  Z3Context z3_;
  Z3_context context_;  // z3_'s
  Z3_sort integers_ = nullptr;
  Z3_tactic tactic_ = nullptr;
  std::vector<Term> terms_;  // by ExprId
  std::vector<expr::ExprId> work_;
};

}  // namespace cleave::solver
