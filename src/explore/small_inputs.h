// Readable witnesses: of the inputs that satisfy a question, one whose cells are near zero; it is quick to run, too.
#pragma once

#include <optional>
#include <vector>

#include "expr/pool.h"
#include "solver/solver.h"
#include "vm/run.h"

namespace cleave::explore {

class SmallInputs {
 public:
  SmallInputs(expr::ExprPool& pool, solver::Solver& solver, const vm::InputSpace& plan) : pool_(pool), solver_(solver), plan_(plan) {}

  // A model with small cells, or else the model given.
  expr::Assignment smaller(std::vector<expr::ExprId> question, expr::Assignment model, Seconds limit);
  // A model with small cells, if there is one.
  std::optional<expr::Assignment> find(std::vector<expr::ExprId> question, Seconds limit);
  bool isNearZero(const expr::Assignment& input) const;
  bool isFartherThan(const expr::Assignment& input, const expr::Assignment& other) const;  // or as far

 private:
  bool isWithin(const expr::Assignment& model, uint64_t bound) const;
  std::vector<expr::ExprId> bounded(uint64_t bound);

  expr::ExprPool& pool_;
  solver::Solver& solver_;
  const vm::InputSpace& plan_;
};

}  // namespace cleave::explore
