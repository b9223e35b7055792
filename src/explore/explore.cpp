// The walk: pick an input, run both versions, record the partition, queue what is adjacent; when nothing is queued, ask for an input
// outside all partitions. That no such input exists is the proof of exhaustiveness, so the verdict never depends on the walk having been
// right.
//
// What a partition is, claim.h says; at path granularity: the literals of before's path, those of after's path, and the relation of the
// observations. Which inputs are adjacent to it, flips.h says.
#include "explore/explore.h"

#include <algorithm>
#include <optional>
#include <set>

#include "explore/concrete_phase.h"
#include "explore/flips.h"
#include "explore/record.h"
#include "explore/seeds.h"
#include "explore/workbench.h"
#include "support/check.h"

namespace cleave::explore {

namespace {

using expr::Assignment;
using expr::ExprId;
using result::PartitionKind;

constexpr double kCoveragePatience = 6;  // the coverage question may take so many times the limit of an ordinary one

// The baselines follow paths.
Options walkOptions(Options options) {
  if (options.strategy != Strategy::Prv) options.granularity = Granularity::Path;
  return options;
}

class Explorer {
 public:
  Explorer(const Task& task, const Options& options, const Listeners& listeners, const StopFlag* stop)
      : bench_(task, walkOptions(options), stop), listeners_(listeners), record_(bench_, listeners), flips_(bench_) {}

  result::EntryResult explore(const std::vector<GivenPartition>& given) {
    for (const GivenPartition& each : given) take(each);
    start();
    while (!outOfBudget()) {
      std::optional<Assignment> input = pick();
      if (!input) break;  // nothing is left, or nobody can tell
      if (record_.cover().covers(*input)) continue;
      PairRun run = bench_.run(*input);
      if (bench_.budget().exhausted() && !run.finished()) break;
      if (!run.finished() && trySmaller(*input)) continue;
      add(record_.find(std::move(*input), std::move(run)));
      report();
      if (isAsFarAsAsked()) break;
      mergeIfMany();
    }
    if (!covered_ && stopReason_.empty()) outOfBudget();  // the budget may have ended inside a run
    return record_.finish(covered_, stopReason_);
  }

 private:
  bool followsBoth() const { return bench_.options().strategy == Strategy::Prv; }

  void take(const GivenPartition& given) {
    CHECK(followsBoth(), "a baseline walks alone");
    if (std::optional<Record::Found> found = record_.find(given)) add(std::move(*found));
  }

  void start() {
    const Task& task = bench_.task();
    for (const SeedInput& seed : bench_.options().seeds)
      if (std::optional<Assignment> input = inputOf(seed, task.entry.space, task.pool.symbolCount()); input && isInDomain(task.pool, task.entry.domain, *input))
        frontier_.addInput(std::move(*input), Promise::Difference);
    InputSource source(task.entry, task.before, task.after, task.pool, bench_.options().seed);
    ConcretePhase phase = runConcretePhase(bench_.runner(), source, task.pool, bench_.options(), bench_.budget().stop());
    record_.statistics().concreteRuns = phase.runs;
    record_.statistics().steps += phase.steps;
    const bool differs = std::ranges::any_of(phase.seeds, [](const Seed& seed) { return seed.differs; });
    if (differs && listeners_.likelyDifferent) listeners_.likelyDifferent();
    for (Seed& seed : phase.seeds)
      if (isInDomain(task.pool, task.entry.domain, seed.input))
        frontier_.addInput(std::move(seed.input), seed.differs ? Promise::Difference : Promise::Propagation);
  }

  bool outOfBudget() {
    const uint64_t most = bench_.options().maxPartitions;
    if (most != 0 && record_.size() >= most) {
      stopReason_ = "the limit of " + std::to_string(most) + " partitions is reached";
    } else if (bench_.budget().interrupted()) {
      stopReason_ = "interrupted";
    } else if (bench_.budget().exhausted()) {
      stopReason_ = "the time budget is used up";
    } else if (!goesOn()) {
      stopReason_ = "its part of the total budget is used up";
    }
    return !stopReason_.empty();
  }

  bool goesOn() {
    if (!listeners_.goesOn) return true;
    const Clock::time_point asked = Clock::now();
    const bool yes = listeners_.goesOn(progress());
    bench_.leaveOut(Clock::now() - asked);
    return yes;
  }

  bool isAsFarAsAsked() {
    if (!bench_.options().untilDifference || !record_.differs()) return false;
    stopReason_ = "it was to stop at the first difference";
    return true;
  }

  // The next input, or none when the walk is over.
  std::optional<Assignment> pick() {
    for (Work work; frontier_.pop(work);) {
      if (work.isInput) return std::move(work.input);
      if (std::optional<Assignment> input = flips_.solve(record_.path(work.path), work)) return input;
      if (outOfBudget()) return std::nullopt;
    }
    return askForUncovered();
  }

  std::optional<Assignment> askForUncovered() {
    const ExprId uncovered = record_.cover().uncovered();
    const solver::Solution solution = bench_.solver().solve(std::vector<ExprId>{uncovered}, bench_.limit(kCoveragePatience));
    switch (solution.answer) {
      case solver::Answer::Unsatisfiable:
        covered_ = true;
        return std::nullopt;
      case solver::Answer::Unknown:
        if (!outOfBudget()) stopReason_ = "the solver did not decide whether the partitions cover every input (" + solution.reason + ")";
        return std::nullopt;
      case solver::Answer::Satisfiable:
        break;
    }
    if (followsBoth()) return bench_.small().smaller({uncovered}, solution.model, bench_.limit(1));
    stopReason_ = "this strategy follows the paths of after alone, and its partitions do not cover every input";
    return std::nullopt;
  }

  // A run that did not finish: perhaps a smaller input does, and stands for this one. It comes first then, and this one again behind it.
  bool trySmaller(const Assignment& input) {
    if (!followsBoth() || !retried_.insert(input).second) return false;
    std::optional<Assignment> smaller = bench_.small().find({record_.cover().uncovered()}, bench_.limit(1));
    if (!smaller || retried_.contains(*smaller)) return false;
    frontier_.addInput(std::move(*smaller), Promise::Difference);
    frontier_.addInput(input, Promise::Rest);
    return true;
  }

  void add(Record::Found found) {
    flips_.queue(frontier_, record_.size(), found.path, found.partition.kind, !found.run.changes.empty());
    record_.add(std::move(found));
  }

  // What is queued are ways through the code as it was. What they would have led to, the coverage question finds.
  void mergeIfMany() {
    const uint64_t many = bench_.options().mergeAfter;
    if (many != 0 && followsBoth() && record_.size() >= many && bench_.merge()) frontier_.dropFlips();
  }

  Progress progress() const {
    return {record_.count(PartitionKind::Equal), record_.count(PartitionKind::Different),
            record_.count(PartitionKind::Undefined), record_.count(PartitionKind::Unfinished), frontier_.size(),
            bench_.statistics().time.count(), bench_.budget().left().count()};
  }

  void report() {
    if (listeners_.progress) listeners_.progress(progress());
  }

  Workbench bench_;
  const Listeners& listeners_;
  Record record_;
  Flips flips_;
  Frontier frontier_;
  std::set<Assignment> retried_;
  std::string stopReason_;
  bool covered_ = false;
};

}  // namespace

result::EntryResult explore(const Task& task, const Options& options, const Listeners& listeners, const StopFlag* stop,
                            const std::vector<GivenPartition>& given) {
  return Explorer(task, options, listeners, stop).explore(given);
}

}  // namespace cleave::explore
