#include "explore/workbench.h"

#include <algorithm>

namespace cleave::explore {

namespace {

std::unique_ptr<Tracking> makeTracking(const Task& task, const Options& options, solver::Solver& solver) {
  if (options.granularity == Granularity::Path) return nullptr;
  return std::make_unique<Tracking>(task.before, task.after, task.changes, task.entry, task.pool, options.granularity, options.rules,
                                    Proving{&solver, std::min(Seconds(1), options.budget * 0.2)});
}

}  // namespace

Workbench::Workbench(const Task& task, const Options& options, const StopFlag* stop)
    : task_(task),
      options_(options),
      budget_(options.budget, stop),
      chain_(task.pool, stop),
      solver_(chain_, task.entry.domain),
      tracking_(makeTracking(task, options, chain_)),
      runner_(task.before, task.after, task.changes, task.entry, task.pool, options.limits, tracking_.get()),
      claims_(task.pool, solver_, runner_, options.granularity == Granularity::Differential),
      small_(task.pool, solver_, task.entry.space) {}

Claim Workbench::claimOf(PairRun& run, Seconds limit, bool apart) {
  return tracking_ != nullptr ? claims_.make(run, limit) : claimOfPaths(task_.pool, run, apart);
}

Condition Workbench::conditionOfStopped(PairRun& run, bool apart) {
  std::optional<Claim> claim;
  if (tracking_ != nullptr) claim = claims_.makeStopped(run);
  return claim ? std::move(claim->condition) : conditionOfPaths(task_.pool, run, apart);
}

}  // namespace cleave::explore
