// Inputs that satisfied the last questions often satisfy the next: neighbouring paths differ in one literal. Evaluating is a hundred times
// cheaper than solving, so the last few models are tried first, the newest first. (A model of a superset of the question is one of those.)
#include <algorithm>
#include <deque>
#include <optional>

#include "expr/evaluate.h"
#include "solver/reasons.h"
#include "solver/stages.h"

namespace cleave::solver {

namespace {

using expr::Assignment;
using expr::ExprId;

constexpr size_t kMostModels = 64;

class RecentModels : public Solver {
 public:
  RecentModels(expr::ExprPool& pool, FunctionFinder& functions, SolverStatistics& statistics, std::unique_ptr<Solver> next)
      : pool_(pool), functions_(functions), statistics_(statistics), next_(std::move(next)), evaluator_(pool, none_) {
    models_.emplace_back();  // all zero
  }

  Solution solve(std::span<const ExprId> conjunction, Seconds limit) override {
    // INCOMPLETE: an uninterpreted function has no value, so models are not tried on literals with one.
    if (functions_.anyHoldsFunction(conjunction)) return next_->solve(conjunction, limit);
    Budget budget(sensible(limit), nullptr);
    if (std::optional<Assignment> known = tryModels(conjunction, budget)) {
      ++statistics_.modelHits;
      return satisfiable(std::move(*known));
    }
    Solution solution = next_->solve(conjunction, std::min(limit, budget.left()));
    if (solution.answer == Answer::Satisfiable) remember(conjunction, solution.model);
    return solution;
  }

 private:
  std::optional<Assignment> tryModels(std::span<const ExprId> conjunction, const Budget& budget) {
    std::optional<Assignment> found;
    for (size_t i = models_.size(); i-- > 0 && !found && !budget.exhausted();) {
      evaluator_.reset(models_[i]);
      // From the end: the flipped literal is the last, and what most models fail on.
      bool holds = std::all_of(conjunction.rbegin(), conjunction.rend(), [&](ExprId literal) { return evaluator_.holds(literal); });
      if (!holds) continue;
      std::rotate(models_.begin() + static_cast<ptrdiff_t>(i), models_.begin() + static_cast<ptrdiff_t>(i) + 1, models_.end());
      found = models_.back();
    }
    evaluator_.reset(none_);
    return found;
  }

  // A group's model speaks of the group's symbols only; the rest is taken from the newest model, which did well for other groups.
  void remember(std::span<const ExprId> conjunction, const Assignment& model) {
    Assignment whole = models_.back();
    whole.resize(pool_.symbolCount(), 0);
    for (ExprId literal : conjunction) {
      for (expr::SymbolId symbol : pool_.symbolsOf(literal)) whole[symbol.value] = symbol.value < model.size() ? model[symbol.value] : 0;
    }
    models_.push_back(std::move(whole));
    if (models_.size() > kMostModels) models_.pop_front();
  }

  expr::ExprPool& pool_;
  FunctionFinder& functions_;
  SolverStatistics& statistics_;
  std::unique_ptr<Solver> next_;
  std::deque<Assignment> models_;  // the newest last
  Assignment none_;
  expr::Evaluator evaluator_;
};

}  // namespace

std::unique_ptr<Solver> makeRecentModels(expr::ExprPool& pool, FunctionFinder& functions, SolverStatistics& statistics,
                                         std::unique_ptr<Solver> next) {
  return std::make_unique<RecentModels>(pool, functions, statistics, std::move(next));
}

}  // namespace cleave::solver
