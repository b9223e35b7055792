// The domain of an entry: which values of its cells are inputs at all. A length is at most the bound of what it counts; the user may assume
// more. Every question that looks for an input is asked within it.
#pragma once

#include <span>
#include <vector>

#include "expr/evaluate.h"
#include "solver/solver.h"

namespace cleave::explore {

class DomainSolver : public solver::Solver {
 public:
  DomainSolver(solver::Solver& next, const std::vector<expr::ExprId>& domain) : next_(next), domain_(domain) {}

  solver::Solution solve(std::span<const expr::ExprId> conjunction, Seconds limit) override {
    if (domain_.empty()) return next_.solve(conjunction, limit);
    std::vector<expr::ExprId> all(conjunction.begin(), conjunction.end());
    all.insert(all.end(), domain_.begin(), domain_.end());
    return next_.solve(all, limit);
  }

 private:
  solver::Solver& next_;
  const std::vector<expr::ExprId>& domain_;
};

inline bool isInDomain(const expr::ExprPool& pool, const std::vector<expr::ExprId>& domain, const expr::Assignment& input) {
  if (domain.empty()) return true;
  expr::Evaluator evaluator(pool, input);
  for (const expr::ExprId literal : domain)
    if (!evaluator.holds(literal)) return false;
  return true;
}

}  // namespace cleave::explore
