#include "explore/concrete_phase.h"

#include <algorithm>
#include <set>
#include <tuple>

namespace cleave::explore {

namespace {

constexpr uint64_t kStepsPerRun = 20'000;  // a longer run is left to the exploration proper
constexpr size_t kMostSeeds = 64;
constexpr uint64_t kPatience = 1'500;  // runs without anything new before the phase ends

}  // namespace

ConcretePhase runConcretePhase(PairRunner& runner, InputSource& source, expr::ExprPool& pool, const Options& options,
                               const StopFlag* stop) {
  ConcretePhase phase;
  const Budget budget(options.concretePhase, stop);
  vm::RunLimits limits = options.limits;
  limits.steps = std::min(limits.steps, kStepsPerRun);
  runner.setLimits(limits);
  std::set<std::tuple<uint64_t, uint64_t, bool>> seen;  // paths of both versions, and whether they agreed
  uint64_t lastNew = 0;
  bool isFirst = true;
  // The zero input is always run, so that a tiny time slice still gives exploration a start.
  while (isFirst || (!budget.exhausted() && phase.seeds.size() < kMostSeeds && phase.runs - lastNew < kPatience)) {
    expr::Assignment input = source.next();
    const PairRun run = runner.run(input, vm::Mode::Concrete, budget);
    ++phase.runs;
    phase.steps += run.before.steps + run.after.steps;
    if (isFirst) phase.seeds.push_back({input, false});
    const bool first = std::exchange(isFirst, false);
    if (!run.finished()) continue;
    const bool equal = compare(pool, run.shownBefore(), run.shownAfter()).equal;
    if (!seen.emplace(run.before.pathHash, run.after.pathHash, equal).second) continue;
    lastNew = phase.runs;
    if (first) {
      phase.seeds.back().differs = !equal;
    } else {
      phase.seeds.push_back({std::move(input), !equal});
    }
    if (!equal && options.untilDifference) break;
  }
  runner.setLimits(options.limits);
  std::stable_partition(phase.seeds.begin(), phase.seeds.end(), [](const Seed& seed) { return seed.differs; });
  return phase;
}

}  // namespace cleave::explore
