// Readable witnesses: of the inputs that satisfy a question, one whose cells are near zero; it is quick to run, too.
#pragma once

#include <functional>
#include <optional>
#include <utility>
#include <vector>

#include "expr/pool.h"
#include "solver/scan.h"
#include "solver/solver.h"
#include "vm/run.h"

namespace cleave::explore {

class SmallInputs {
 public:
  // What every input satisfies, and the solver adds to each question; it may change.
  using Within = std::vector<std::reference_wrapper<const std::vector<expr::ExprId>>>;

  SmallInputs(expr::ExprPool& pool, solver::Solver& solver, const vm::InputSpace& plan, Within within)
      : pool_(pool), solver_(solver), plan_(plan), within_(std::move(within)), scan_(pool) {}

  // A model with small cells, or else the model given.
  expr::Assignment smaller(std::vector<expr::ExprId> question, expr::Assignment model, Seconds limit);
  // A model with small cells, if there is one.
  std::optional<expr::Assignment> find(std::vector<expr::ExprId> question, Seconds limit);
  // The same where a model is known: a question that a solver takes long with is tried around it.
  std::optional<expr::Assignment> find(std::vector<expr::ExprId> question, const expr::Assignment& known, Seconds limit);
  bool isNearZero(const expr::Assignment& input) const;
  bool isFartherThan(const expr::Assignment& input, const expr::Assignment& other) const;  // or as far

 private:
  bool isWithin(const expr::Assignment& model, uint64_t bound) const;
  std::vector<expr::ExprId> bounded(uint64_t bound);
  std::optional<expr::Assignment> findAround(const expr::Assignment& known, const std::vector<expr::ExprId>& question, size_t tries) const;

  expr::ExprPool& pool_;
  solver::Solver& solver_;
  const vm::InputSpace& plan_;
  Within within_;
  solver::QueryScan scan_;
};

}  // namespace cleave::explore
