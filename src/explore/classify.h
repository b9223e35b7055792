// The partition that a given input belongs to, without a walk: one run of both versions, and what may be claimed of it. For inputs that
// come from elsewhere: tests, paths, an input that the user asks about.
#pragma once

#include <memory>
#include <optional>
#include <string>

#include "explore/claim.h"
#include "explore/domain.h"
#include "explore/explore.h"
#include "solver/solver.h"

namespace cleave::explore {

class Classifier {
 public:
  // At path granularity the condition is that of both paths.
  Classifier(const Task& task, const Options& options, const StopFlag* stop);

  struct Class {
    PairRun run;
    Claim claim;
  };
  // None when a run did not finish: `why` tells.
  std::optional<Class> classify(const expr::Assignment& input, std::string& why);

  PairRunner& runner() { return runner_; }
  solver::Solver& solver() { return solver_; }
  const solver::SolverStatistics& statistics() const { return chain_.statistics(); }
  Budget& budget() { return budget_; }

 private:
  const Task& task_;
  const Options& options_;
  Budget budget_;
  solver::SolverChain chain_;
  DomainSolver solver_;
  std::unique_ptr<Tracking> tracking_;  // null at path granularity
  PairRunner runner_;
  ClaimMaker claims_;
};

}  // namespace cleave::explore
