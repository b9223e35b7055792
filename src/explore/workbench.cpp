#include "explore/workbench.h"

#include <algorithm>

#include "support/check.h"

namespace cleave::explore {

namespace {

Proving proving(const Options& options, solver::Solver& solver) { return {&solver, std::min(Seconds(1), options.budget * 0.2)}; }

std::unique_ptr<Tracking> makeTracking(const Task& task, const Options& options, solver::Solver& solver) {
  if (options.granularity == Granularity::Path) return nullptr;
  return std::make_unique<Tracking>(task.before, task.after, task.changes, task.entry, task.pool, options.granularity, options.rules,
                                    proving(options, solver));
}

std::set<std::string> keptBy(const Entry& entry) {
  return entry.intention && entry.intention->speaksOfResults ? std::set<std::string>{"return"} : std::set<std::string>{};
}

// What a run of a version showed and what it showed with branches merged: the same, or merging is wrong.
void checkSame(expr::ExprPool& pool, const Shown& plain, const Shown& merged) {
  const vm::Outcome &x = plain.run->outcome, &y = merged.run->outcome;
  CHECK(x.kind == y.kind && x.trap == y.trap, "a version ends otherwise with branches merged");
  if (!isUndefined(x)) CHECK(compare(pool, plain, merged).equal, "a version shows something else with branches merged");
}

}  // namespace

Workbench::Workbench(const Task& task, const Options& options, const StopFlag* stop)
    : task_(task),
      options_(options),
      budget_(options.budget, stop, options.latest),
      chain_(task.pool, stop),
      solver_(chain_, task.entry.domain),
      seeker_(solver_, stage_),
      tracking_(makeTracking(task, options, chain_)),
      runner_(task.before, task.after, task.changes, task.entry, task.pool, options.limits, tracking_.get()),
      claims_(task.pool, solver_, runner_, options.granularity == Granularity::Differential, keptBy(task.entry)),
      small_(task.pool, seeker_, task.entry.space, {task.entry.domain, stage_}) {}

Workbench::MergedBench::MergedBench(std::unique_ptr<Merged> made, const Options& options, solver::Solver& chain, solver::Solver& solver)
    : versions(std::move(made)),
      tracking(versions->task().before, versions->task().after, versions->task().changes, versions->task().entry, versions->task().pool,
               options.granularity, options.rules, proving(options, chain)),
      runner(versions->task().before, versions->task().after, versions->task().changes, versions->task().entry, versions->task().pool,
             options.limits, &tracking),
      claims(versions->task().pool, solver, runner, true, keptBy(versions->task().entry)) {}

void Workbench::leavePointersOpen() {
  leavesPointersOpen_ = true;
  runner_.leavePointersOpen();
}

bool Workbench::merge() {
  if (merged_ != nullptr || !tracking_ || !tracking_->cuts()) return false;
  std::unique_ptr<Merged> versions = Merged::make(task_, *tracking_);
  if (versions != nullptr) merged_ = std::make_unique<MergedBench>(std::move(versions), options_, chain_, solver_);
  if (merged_ != nullptr && leavesPointersOpen_) merged_->runner.leavePointersOpen();
  isMerging_ = merged_ != nullptr;
  return isMerging_;
}

// The plain versions tell which changes an input comes to: merged code runs on ways that do not lead there.
PairRun Workbench::run(const expr::Assignment& input, vm::Mode mode) {
  if (!isMerging_ || mode != vm::Mode::Symbolic) return runner_.run(input, mode, budget_);
  PairRun plain = runner_.run(input, vm::Mode::Concrete, budget_);
  PairRun run = merged_->runner.run(input, mode, budget_);
  if (!plain.finished() || !run.finished()) return runner_.run(input, mode, budget_);
  checkSame(task_.pool, plain.shownBefore(), run.shownBefore());
  checkSame(task_.pool, plain.shownAfter(), run.shownAfter());
  run.comesToChange = plain.comesToChange || merged_->runner.ranProvedSame(run);
  run.plainChanges = std::move(plain.changes);
  return run;
}

Claim Workbench::claimOf(PairRun& run, Seconds limit, bool apart) {
  if (tracking_ == nullptr) return claimOfPaths(task_.pool, run, apart);
  Claim claim = claimsOf(run).make(run, limit);
  if (run.plainChanges) {
    claim.changes = merged_->versions->plainChanges(claim.changes, *run.plainChanges);
    run.changes = *run.plainChanges;
  }
  return claim;
}

Condition Workbench::conditionOfStopped(PairRun& run, bool apart) {
  std::optional<Claim> claim;
  if (tracking_ != nullptr) claim = claimsOf(run).makeStopped(run);
  return claim ? std::move(claim->condition) : conditionOfPaths(task_.pool, run, apart);
}

}  // namespace cleave::explore
