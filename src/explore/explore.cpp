// The walk: pick an input, run both versions, record the partition, queue what is adjacent; when nothing is queued, ask for an input
// outside all partitions. That no such input exists is the proof of exhaustiveness, so the verdict never depends on the walk having been
// right.
//
// Where there are many partitions, inputs of small sizes come first, in stages (stages.h).
//
// What a partition is, claim.h says; at path granularity: the literals of before's path, those of after's path, and the relation of the
// observations. Which inputs are adjacent to it, flips.h says.
#include "explore/explore.h"

#include <algorithm>
#include <optional>
#include <set>
#include <utility>

#include "explore/concrete_phase.h"
#include "explore/direction.h"
#include "explore/flips.h"
#include "explore/record.h"
#include "explore/seeds.h"
#include "explore/stages.h"
#include "explore/workbench.h"
#include "support/check.h"

namespace cleave::explore {

namespace {

using expr::Assignment;
using expr::ExprId;
using result::PartitionKind;

constexpr double kCoveragePatience = 6;  // the coverage question may take so many times the limit of an ordinary one
constexpr uint64_t kHard = 2;            // so many questions about merged code that are not answered, and it is followed as it is
constexpr double kUnstaged = 0.3;        // of the budget, which a walk may take before small inputs come first

// The baselines follow paths.
Options walkOptions(Options options) {
  if (options.strategy != Strategy::Prv) options.granularity = Granularity::Path;
  return options;
}

class Explorer {
 public:
  Explorer(const Task& task, const Options& options, const Listeners& listeners, const StopFlag* stop)
      : bench_(task, walkOptions(options), stop), listeners_(listeners), record_(bench_, listeners), flips_(bench_), direction_(bench_) {
    if (followsBoth()) bench_.leavePointersOpen();
  }

  result::EntryResult explore(const std::vector<GivenPartition>& given) {
    for (const GivenPartition& each : given) take(each);
    given_ = record_.size();
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
      stageIfMany();
      searchIfMany();
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
      if (std::optional<Assignment> input = inputOf(seed, task.entry.space, task.pool.symbolCount());
          input && isInDomain(task.pool, task.entry.domain, *input))
        frontier_.addInput(std::move(*input), Promise::Difference);
    InputSource source(task.entry, task.before, task.after, task.pool, bench_.options().seed);
    ConcretePhase phase = runConcretePhase(bench_.runner(), source, task.pool, bench_.options(), bench_.budget().stop());
    record_.statistics().concreteRuns = concreteRuns_ = phase.runs;
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
      if (std::optional<Assignment> input = work.isInput ? work.input : flips_.solve(record_.path(work.path), work);
          input && isInStage(*input, work))
        return input;
      if (stages_) frontier_.setAside(std::move(work));
      if (outOfBudget()) return std::nullopt;
    }
    return askForUncovered();
  }

  std::optional<Assignment> askForUncovered() {
    const ExprId uncovered = record_.cover().uncovered();
    const solver::Solution solution = bench_.seeker().solve(std::vector<ExprId>{uncovered}, bench_.limit(kCoveragePatience));
    switch (solution.answer) {
      case solver::Answer::Unsatisfiable:
        if (stages_ && !stages_->isWhole()) return nextStage(uncovered);
        covered_ = true;
        return std::nullopt;
      case solver::Answer::Unknown:
        if (bench_.isMerging() && !outOfBudget()) {
          unmerge();
          return askForUncovered();
        }
        if (!outOfBudget()) stopReason_ = "the solver did not decide whether the partitions cover every input (" + solution.reason + ")";
        return std::nullopt;
      case solver::Answer::Satisfiable:
        break;
    }
    if (followsBoth()) return bench_.small().smaller({uncovered}, solution.model, bench_.limit(1));
    stopReason_ = "this strategy follows the paths of after alone, and its partitions do not cover every input";
    return std::nullopt;
  }

  // --- stages

  void stageIfMany() {
    const Options& options = bench_.options();
    const bool isMany = record_.size() >= options.stageAfter || bench_.budget().spent() > options.budget * kUnstaged;
    if (stages_ || isUnstaged_ || options.stageAfter == 0 || !followsBoth() || !isMany) return;
    stages_.emplace(bench_.task().entry, bench_.pool());
    // What the user assumes may leave no small inputs.
    while (!stages_->isWhole() && bench_.solver().solve(stages_->literals(), bench_.limit(1)).answer != solver::Answer::Satisfiable)
      stages_->growAll();
    isUnstaged_ = stages_->isWhole();
    if (isUnstaged_) return stages_.reset();
    bench_.narrow(stages_->literals());
  }

  // An input of the stage, or one that differs. What a flip did not ask for may be as small as the stage has it.
  bool isInStage(Assignment& input, const Work& work) const {
    if (!stages_ || stages_->holds(input) || (work.isInput && work.promise == Promise::Difference)) return true;
    if (work.isInput) return false;
    Assignment cut = stages_->cut(input);
    const auto holds = [&](const std::vector<ExprId>& literals) { return isInDomain(bench_.pool(), literals, cut); };
    const std::vector<ExprId>& path = record_.path(work.path).condition.literals;
    if (!holds(bench_.task().entry.domain) || !holds({work.negated}) ||
        !holds({path.begin(), path.begin() + static_cast<ptrdiff_t>(work.prefix)}))
      return false;
    input = std::move(cut);
    return true;
  }

  // Every input of the stage lies in a partition. The next one has what it takes to come to an input that is not.
  std::optional<Assignment> nextStage(ExprId uncovered) {
    record_.finishStage(*stages_);
    const solver::Solution beyond = bench_.solver().solve(std::vector<ExprId>{uncovered}, bench_.limit(kCoveragePatience));
    if (beyond.answer == solver::Answer::Unsatisfiable) {
      covered_ = true;
      return std::nullopt;
    }
    if (outOfBudget()) return std::nullopt;
    if (beyond.answer == solver::Answer::Satisfiable)
      stages_->growFor(cutWhereUncovered(beyond.model));
    else
      stages_->growAll();
    bench_.narrow(stages_->literals());
    frontier_.takeBack();
    return pick();
  }

  // As small as it can be where it is large for no reason.
  Assignment cutWhereUncovered(const Assignment& input) {
    Assignment small = stages_->cut(input);
    const auto isUncovered = [&](const Assignment& each) {
      return isInDomain(bench_.pool(), bench_.task().entry.domain, each) && !record_.cover().covers(each);
    };
    Assignment result = input;
    result.resize(small.size(), 0);
    for (size_t k = 0; k < small.size(); ++k)
      if (const U128 large = result[k]; large != small[k]) {
        result[k] = small[k];
        if (!isUncovered(result)) result[k] = large;
      }
    return result;
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
    std::optional<Flips::Way> way;
    if (isDirected()) way.emplace(found.run, direction_.distances(found.run));
    flips_.queue(frontier_, record_.size(), found.path, found.partition.kind, !found.run.changes.empty(), way ? &*way : nullptr);
    differs_ = differs_ || (found.partition.kind == PartitionKind::Different && found.partition.intent != result::Intent::Inside);
    record_.add(std::move(found));
  }

  // A few partitions are found in any order.
  bool isDirected() const {
    if (!followsBoth()) return bench_.options().strategy == Strategy::Express;
    const uint64_t many = bench_.options().directAfter;
    return many != 0 && record_.size() >= many && !bench_.task().changes.changes.empty() && &bench_.task().before != &bench_.task().after;
  }

  // Until a difference is found, whether it will show natively or not.
  void searchIfMany() {
    if (!followsBoth() || !isDirected() || differs_) return;
    for (; offered_ < record_.size(); ++offered_) direction_.offer(record_.path(offered_).input);
    if (std::optional<Assignment> input = direction_.search(record_.size())) lookAt(std::move(*input));
    record_.statistics().concreteRuns = concreteRuns_ + direction_.made()->runs();
    record_.statistics().steps += direction_.made()->steps() - std::exchange(searchSteps_, direction_.made()->steps());
  }

  // An input that differs lies in no partition that is called equal: else we were wrong there.
  void lookAt(Assignment input) {
    const std::optional<size_t> part = record_.cover().find(input);
    if (!part) return frontier_.addInput(std::move(input), Promise::Difference);
    CHECK(*part < given_ || !record_.isEqual(*part), "an input differs in a partition that is called equal: " + std::to_string(*part));
  }

  // What is queued are ways through the code as it was. What they would have led to, the coverage question finds.
  void mergeIfMany() {
    const uint64_t many = bench_.options().mergeAfter;
    if (many == 0 || !followsBoth() || record_.size() < many) return;
    if (bench_.isMerging()) {
      if (bench_.statistics().unknown >= unknownBefore_ + kHard) unmerge();
    } else if (bench_.merge()) {
      unknownBefore_ = bench_.statistics().unknown;
      frontier_.dropFlips();
    }
  }

  // A choice between values that are multiplied, say, is a question for each way that is soon answered, and none for all of them at once.
  void unmerge() {
    bench_.unmerge();
    record_.leaveOutMerged();
    frontier_.dropFlips();
  }

  Progress progress() const {
    return {record_.count(PartitionKind::Equal),
            record_.count(PartitionKind::Different),
            record_.count(PartitionKind::Undefined),
            record_.count(PartitionKind::Unfinished),
            frontier_.size(),
            bench_.statistics().time.count(),
            bench_.budget().left().count()};
  }

  void report() {
    if (listeners_.progress) listeners_.progress(progress());
  }

  Workbench bench_;
  const Listeners& listeners_;
  Record record_;
  Flips flips_;
  Frontier frontier_;
  Direction direction_;
  std::optional<Stages> stages_;  // none: inputs of all sizes are looked at
  bool isUnstaged_ = false;       // and there are no others
  size_t given_ = 0;           // partitions
  size_t offered_ = 0;         // partitions whose witnesses the search knows
  uint64_t concreteRuns_ = 0;  // of the concrete phase
  uint64_t searchSteps_ = 0;   // that are counted
  uint64_t unknownBefore_ = 0;  // questions that were not answered, before branches were merged
  bool differs_ = false;       // a partition does, by what was predicted, and not as intended
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
