#include "solver/stages.h"

namespace cleave::solver {

namespace {

class Meter : public Solver {
 public:
  Meter(SolverStatistics& statistics, std::unique_ptr<Solver> next) : statistics_(statistics), next_(std::move(next)) {}

  Solution solve(std::span<const expr::ExprId> conjunction, Seconds limit) override {
    ++statistics_.backendQueries;
    Clock::time_point start = Clock::now();
    Solution solution = next_->solve(conjunction, limit);
    statistics_.time += Clock::now() - start;
    return solution;
  }

 private:
  SolverStatistics& statistics_;
  std::unique_ptr<Solver> next_;
};

}  // namespace

std::unique_ptr<Solver> makeMeter(SolverStatistics& statistics, std::unique_ptr<Solver> next) {
  return std::make_unique<Meter>(statistics, std::move(next));
}

}  // namespace cleave::solver
