#include "explore/example_runs.h"

#include <algorithm>
#include <optional>

#include "explore/run_rows.h"
#include "explore/seeds.h"

namespace cleave::explore {

namespace {

// By steps and not by time, so that equal seeds give equal results.
constexpr size_t kMostGroups = 8;
constexpr uint64_t kLeastSteps = 60'000;  // of all runs together
constexpr uint64_t kPart = 100;           // of the steps of the walk
constexpr Seconds kLimit{0.5};            // in case a step takes long

class Follower {
 public:
  Follower(Workbench& bench, uint64_t steps) : bench_(bench), left_(steps) {}

  void follow(result::Group& group) {
    if (left_ < 2 || bench_.budget().interrupted()) return;
    const Task& task = bench_.task();
    const std::optional<expr::Assignment> input = inputOf(group.example.witnessBits, task.entry.space, task.pool.symbolCount());
    if (!input) return;
    vm::RunLimits limits = bench_.options().limits;
    limits.steps = std::min(limits.steps, left_ / 2);
    PairRunner& runner = runnerOf();
    Both<vm::Trace> traces;
    runner.setLimits(limits);
    runner.trace(&traces.before, &traces.after);
    const PairRun run = runner.run(*input, vm::Mode::Symbolic, Budget(kLimit, bench_.budget().stop()));
    runner.trace(nullptr, nullptr);
    runner.setLimits(bench_.options().limits);
    left_ -= std::min(left_, run.before.steps + run.after.steps);
    const bool isOne = &task.before == &task.after && traces.after.steps.empty();
    if (isOne) traces.after = traces.before;
    result::Runs runs = rowsOf(task, traces);
    runs.goesOn.before |= wasCut(run.before, group.example.before);
    runs.goesOn.after |= wasCut(run.after, group.example.after);
    if (!runs.rows.empty()) group.runs = std::move(runs);
  }

 private:
  static bool wasCut(const vm::Run& run, const result::Observation& seen) {
    return run.outcome.kind == vm::OutcomeKind::Unfinished && seen.outcome != "unfinished";
  }

  // At path granularity the bench's keeps track of nothing.
  PairRunner& runnerOf() {
    if (bench_.tracking() != nullptr) return bench_.runner();
    if (own_) return *own_;
    const Task& task = bench_.task();
    tracking_.emplace(task.before, task.after, task.changes, task.entry, task.pool, Granularity::Output, bench_.options().rules);
    return own_.emplace(task.before, task.after, task.changes, task.entry, task.pool, bench_.options().limits, &*tracking_);
  }

  Workbench& bench_;
  uint64_t left_;
  std::optional<Tracking> tracking_;
  std::optional<PairRunner> own_;
};

}  // namespace

void followExamples(Workbench& bench, uint64_t stepsOfWalk, std::vector<result::Group>& groups) {
  Follower follower(bench, std::max(kLeastSteps, stepsOfWalk / kPart));
  for (size_t k = 0; k < std::min(groups.size(), kMostGroups); ++k) follower.follow(groups[k]);
}

}  // namespace cleave::explore
