#include "infer/solver_oracle.h"

#include <vector>

namespace cleave::infer {

SolverOracle::SolverOracle(const Point& point, Seconds limitForEach, const StopFlag* stop)
    : translator_(point, pool_), solver_(pool_, stop), limit_(limitForEach) {}

bool SolverOracle::implies(std::span<const Property> premises, const Property& conclusion) {
  std::vector<expr::ExprId> question;
  for (const Property& each : premises) question.push_back(translator_.premise(each));
  question.push_back(pool_.notOf(translator_.claim(conclusion)));
  const solver::Solution solution = solver_.solve(question, limit_);
  if (solution.answer == solver::Answer::Unknown) ++undecided_;
  return solution.answer == solver::Answer::Unsatisfiable;
}

}  // namespace cleave::infer
