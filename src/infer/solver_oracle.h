// Does a set of properties imply another one? Asked of the solver, for all values of the variables' own widths. A question that it does not
// decide in time is answered "no", so whatever is called implied is.
#pragma once

#include <span>

#include "infer/to_expr.h"
#include "solver/solver.h"
#include "support/budget.h"

namespace cleave::infer {

class SolverOracle {
 public:
  SolverOracle(const Point& point, Seconds limitForEach, const StopFlag* stop);

  bool implies(std::span<const Property> premises, const Property& conclusion);
  uint64_t undecided() const { return undecided_; }

 private:
  expr::ExprPool pool_;
  Translator translator_;
  solver::SolverChain solver_;
  Seconds limit_;
  uint64_t undecided_ = 0;
};

}  // namespace cleave::infer
