#include <algorithm>

#include "expr/evaluate.h"
#include "solver/reasons.h"
#include "solver/stages.h"

namespace cleave::solver {

namespace {

using expr::ExprId;

class Validator : public Solver {
 public:
  Validator(const expr::ExprPool& pool, FunctionFinder& functions, std::unique_ptr<Solver> next)
      : pool_(pool), functions_(functions), next_(std::move(next)), evaluator_(pool, none_) {}

  Solution solve(std::span<const ExprId> conjunction, Seconds limit) override {
    Solution solution = next_->solve(conjunction, limit);
    if (solution.answer != Answer::Satisfiable) return solution;
    solution.model.resize(pool_.symbolCount(), 0);
    if (!holds(conjunction, solution.model)) return unknown("the solver's model does not hold");
    return solution;
  }

 private:
  bool holds(std::span<const ExprId> conjunction, const expr::Assignment& model) {
    evaluator_.reset(model);
    bool all = std::all_of(conjunction.begin(), conjunction.end(), [&](ExprId literal) {
      // INCOMPLETE: uninterpreted functions have no value under an assignment, so a literal with one is believed unseen. A wrong model
      // costs a wasted run, never an "equal".
      return functions_.holdsFunction(literal) || evaluator_.holds(literal);
    });
    evaluator_.reset(none_);
    return all;
  }

  const expr::ExprPool& pool_;
  FunctionFinder& functions_;
  std::unique_ptr<Solver> next_;
  expr::Assignment none_;
  expr::Evaluator evaluator_;
};

}  // namespace

std::unique_ptr<Solver> makeValidator(const expr::ExprPool& pool, FunctionFinder& functions, std::unique_ptr<Solver> next) {
  return std::make_unique<Validator>(pool, functions, std::move(next));
}

}  // namespace cleave::solver
