#include "explore/assumption.h"

#include "solver/solver.h"

namespace cleave::explore {

using expr::ExprId;

namespace {

constexpr size_t kMostPaths = 500;
constexpr Seconds kTime{20};
constexpr Seconds kPerQuestion{5};

Error failure(const std::string& words, const std::string& why) { return Error{"--assume '" + words + "': " + why}; }

}  // namespace

Status assume(Entry& entry, const program::Program& program, program::FunctionId function, const std::string& words, expr::ExprPool& pool,
              const StopFlag* stop) {
  const Budget budget(kTime, stop);
  solver::SolverChain solver(pool, stop);
  vm::RunLimits limits;
  limits.steps = 1'000'000;
  vm::Vm vm(program, pool, limits);
  const vm::EntryBinding binding{function, entry.after.cellOfParameter, function};
  std::vector<ExprId> open = entry.domain;  // where no path has been
  ExprId holds = pool.boolean(false);
  for (size_t paths = 0;; ++paths) {
    const solver::Solution solution = solver.solve(open, kPerQuestion);
    if (solution.answer == solver::Answer::Unsatisfiable) break;
    if (solution.answer == solver::Answer::Unknown) return failure(words, "the solver did not decide it (" + solution.reason + ")");
    if (paths == kMostPaths || budget.exhausted()) return failure(words, "it has too many cases");
    const vm::Run run = vm.run(binding, entry.space, solution.model, vm::Mode::Symbolic, budget);
    if (run.outcome.kind == vm::OutcomeKind::Unfinished) return failure(words, run.outcome.reason);
    std::vector<ExprId> path;
    for (const vm::Decision& decision : run.decisions) path.push_back(decision.literal);
    const ExprId here = pool.conjunction(path);
    open.push_back(pool.notOf(here));
    if (run.outcome.kind != vm::OutcomeKind::Returned || run.cells.size() != 1) continue;
    const vm::ObservedCell& result = run.cells.front();
    const ExprId value = result.expr.valid() ? result.expr : pool.bits(result.sort.width, result.bits);
    const ExprId isTrue = pool.notOf(pool.equal(value, pool.bits(result.sort.width, 0)));
    const ExprId both[] = {here, isTrue};
    const ExprId either[] = {pool.notOf(holds), pool.notOf(pool.conjunction(both))};
    holds = pool.notOf(pool.conjunction(either));
  }
  if (pool.isTrue(holds)) return std::nullopt;
  entry.domain.push_back(holds);
  entry.assumptions.insert(entry.assumptions.begin(), result::sentence(result::Premise::UserAssumption, words));
  if (solver.solve(entry.domain, kPerQuestion).answer == solver::Answer::Unsatisfiable) return failure(words, "no input satisfies it");
  return std::nullopt;
}

}  // namespace cleave::explore
