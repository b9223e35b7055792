#include "explore/assumption.h"

#include "explore/expression.h"
#include "solver/solver.h"

namespace cleave::explore {

Status assume(Entry& entry, const program::Program& program, program::FunctionId function, const std::string& words, expr::ExprPool& pool,
              const StopFlag* stop) {
  constexpr Seconds kPatience{5};
  const std::string said = "--assume '" + words + "'";
  const auto holds = conditionOf({program, function, entry.after.cellOfParameter, said}, entry.space, entry.domain, pool, stop);
  if (!holds) return holds.error();
  if (pool.isTrue(*holds)) return std::nullopt;
  entry.domain.push_back(*holds);
  entry.assumptions.insert(entry.assumptions.begin(), result::sentence(result::Premise::UserAssumption, words));
  solver::SolverChain solver(pool, stop);
  if (solver.solve(entry.domain, kPatience).answer == solver::Answer::Unsatisfiable) return Error{said + ": no input satisfies it"};
  return std::nullopt;
}

}  // namespace cleave::explore
