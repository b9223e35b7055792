#include "explore/expression.h"

#include "solver/solver.h"

namespace cleave::explore {

using expr::ExprId;

namespace {

constexpr size_t kMostPaths = 500;
constexpr Seconds kTime{20};
constexpr Seconds kPerQuestion{5};

}  // namespace

Expected<ExprId> conditionOf(const UserExpression& expression, const vm::InputSpace& space, const std::vector<ExprId>& domain,
                             expr::ExprPool& pool, const StopFlag* stop) {
  const auto failure = [&](const std::string& why) { return Error{expression.words + ": " + why}; };
  const Budget budget(kTime, stop);
  solver::SolverChain solver(pool, stop);
  vm::RunLimits limits;
  limits.steps = 1'000'000;
  vm::Vm vm(expression.program, pool, limits);
  const vm::EntryBinding binding{expression.function, expression.cellOfParameter, expression.function};
  std::vector<ExprId> open = domain;  // where no path has been
  ExprId holds = pool.boolean(false);
  for (size_t paths = 0;; ++paths) {
    const solver::Solution solution = solver.solve(open, kPerQuestion);
    if (solution.answer == solver::Answer::Unsatisfiable) return holds;
    if (solution.answer == solver::Answer::Unknown) return failure("the solver did not decide it (" + solution.reason + ")");
    if (paths == kMostPaths || budget.exhausted()) return failure("it has too many cases");
    const vm::Run run = vm.run(binding, space, solution.model, vm::Mode::Symbolic, budget);
    if (run.outcome.kind == vm::OutcomeKind::Unfinished) return failure(run.outcome.reason);
    std::vector<ExprId> path;
    for (const vm::Decision& decision : run.decisions) path.push_back(decision.literal);
    const ExprId here = pool.conjunction(path);
    open.push_back(pool.notOf(here));
    if (run.outcome.kind != vm::OutcomeKind::Returned || run.cells.size() != 1) continue;
    const vm::ObservedCell& result = run.cells.front();
    const ExprId value = result.expr.valid() ? result.expr : pool.bits(result.sort.width, result.bits);
    holds = pool.orOf(holds, pool.andOf(here, pool.notOf(pool.equal(value, pool.bits(result.sort.width, 0)))));
  }
}

}  // namespace cleave::explore
