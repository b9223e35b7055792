// The workbench: what every look at an entry needs, put together once. A budget, a solver that asks within the entry's domain, what runs
// keep track of, the runner of both versions, and the maker of claims. It decides nothing about where to look: the walk (explore.cpp), the
// classification of given inputs (classify.h), signatures and explanations do.
#pragma once

#include <memory>

#include "explore/claim.h"
#include "explore/domain.h"
#include "explore/explore.h"
#include "explore/merged.h"
#include "explore/small_inputs.h"
#include "solver/solver.h"

namespace cleave::explore {

class Workbench {
 public:
  // The budget starts here. At path granularity nothing is tracked.
  Workbench(const Task& task, const Options& options, const StopFlag* stop);
  Workbench(const Workbench&) = delete;

  const Task& task() const { return task_; }
  const Options& options() const { return options_; }
  expr::ExprPool& pool() const { return task_.pool; }
  const Budget& budget() const { return budget_; }
  void leaveOut(Seconds rest) { budget_.leaveOut(rest); }
  solver::Solver& solver() { return solver_; }  // within the domain
  // For who looks for inputs to run: within the stage, too (stages.h). Never for what is claimed.
  solver::Solver& seeker() { return seeker_; }
  void narrow(std::vector<expr::ExprId> stage) { stage_ = std::move(stage); }
  const solver::SolverStatistics& statistics() const { return chain_.statistics(); }
  const Tracking* tracking() const { return tracking_.get(); }  // null at path granularity
  PairRunner& runner() { return runner_; }  // of the plain versions; it has run all inputs that anything was claimed of
  const Tracking* mergedTracking() const { return merged_ == nullptr ? nullptr : &merged_->tracking; }

  // With the programs that were run.
  const Task& taskOf(const PairRun& run) const { return run.plainChanges ? merged_->versions->task() : task_; }

  // From here on branches that only choose between values make no partitions. False: there are none, or this was done.
  bool merge();
  // They make partitions again: merged, the conditions are too hard. What was found of merged code stays true.
  void unmerge() { isMerging_ = false; }
  bool isMerging() const { return isMerging_; }
  SmallInputs& small() { return small_; }

  // From here on what a run does not touch makes no partitions (PairRunner::leavePointersOpen).
  void leavePointersOpen();

  // For a question that may take so many times the limit of an ordinary one.
  Seconds limit(double factor) const {
    constexpr double kMerged = 0.2;  // of the limit: what is easier than many ways, is answered soon
    return std::min(options_.solverTimeout * factor * (isMerging_ ? kMerged : 1), budget_.left());
  }

  PairRun run(const expr::Assignment& input, vm::Mode mode = vm::Mode::Symbolic);
  // Of finished runs. Afterwards the expressions in `run` are over input cells alone. `apart`: see conditionOfPaths.
  Claim claimOf(PairRun& run, Seconds limit, bool apart = false);
  // The inputs that stop as an unfinished run did: few decisions lead to a call that cannot be followed, many to where the steps were used
  // up.
  Condition conditionOfStopped(PairRun& run, bool apart = false);

 private:
  struct MergedBench {
    MergedBench(std::unique_ptr<Merged> made, const Options& options, solver::Solver& chain, solver::Solver& solver);
    std::unique_ptr<Merged> versions;
    Tracking tracking;
    PairRunner runner;
    ClaimMaker claims;
  };
  ClaimMaker& claimsOf(const PairRun& run) { return run.plainChanges ? merged_->claims : claims_; }

  const Task& task_;
  const Options options_;
  bool leavesPointersOpen_ = false;
  bool isMerging_ = false;
  Budget budget_;
  solver::SolverChain chain_;
  DomainSolver solver_;
  std::vector<expr::ExprId> stage_;  // none: all inputs
  DomainSolver seeker_;
  std::unique_ptr<Tracking> tracking_;
  PairRunner runner_;
  ClaimMaker claims_;
  SmallInputs small_;
  std::unique_ptr<MergedBench> merged_;
};

}  // namespace cleave::explore
