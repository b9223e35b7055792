#include "solver/reasons.h"
#include "solver/stages.h"

namespace cleave::solver {

struct SolverChain::Parts {
  Parts(expr::ExprPool& pool, const StopFlag* stopFlag) : stop(stopFlag), functions(pool) {
    // From the back end to the front: each stage takes the next one.
    std::unique_ptr<Solver> solver = makeZ3Solver(pool, stop);
    solver = makeMeter(statistics, std::move(solver));
    solver = makeCache(statistics, std::move(solver));
    solver = makeRecentModels(pool, functions, statistics, std::move(solver));
    solver = makeIndependence(pool, functions, std::move(solver));
    solver = makeSimplifier(pool, std::move(solver));
    first = makeValidator(pool, functions, std::move(solver));
  }

  const StopFlag* stop;
  SolverStatistics statistics;
  FunctionFinder functions;
  std::unique_ptr<Solver> first;
};

SolverChain::SolverChain(expr::ExprPool& pool, const StopFlag* stop) : parts_(std::make_unique<Parts>(pool, stop)) {}

SolverChain::~SolverChain() = default;

Solution SolverChain::solve(std::span<const expr::ExprId> conjunction, Seconds limit) {
  ++parts_->statistics.queries;
  bool stopped = parts_->stop != nullptr && parts_->stop->requested();
  Solution solution = stopped ? unknown(stoppedReason()) : parts_->first->solve(conjunction, limit);
  if (solution.answer == Answer::Unknown) ++parts_->statistics.unknown;
  return solution;
}

const SolverStatistics& SolverChain::statistics() const { return parts_->statistics; }

}  // namespace cleave::solver
