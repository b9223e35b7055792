// What is worth going on from: an input whose run came nearer to a change than any before; one that came as near, on a way of its own; one
// that ran a block that no other did. More than half of the tries start from the nearest ones. Once a change runs, these are the inputs on
// which it runs, and what is looked for is a way on from there that makes it show.
#include "explore/directed_search.h"

#include <algorithm>

#include "explore/domain.h"

namespace cleave::explore {

using expr::Assignment;
using program::BlockIndex;
using program::FunctionId;

namespace {

constexpr uint64_t kStepsPerRun = 50'000;  // a longer run is left to the walk
constexpr uint64_t kWorkPerRun = 500;      // what a run costs besides its steps
constexpr size_t kMostKept = 512;
constexpr size_t kMostNear = 128;
constexpr size_t kMostNeighbours = 2'000;
constexpr size_t kMostSweeps = 4'096;
constexpr size_t kMostPaths = 1'000'000;
constexpr unsigned kFromNear = 60;  // of a hundred tries
constexpr unsigned kFromNowhere = 5;

bool isUndefinedInBoth(const PairRun& run) { return isUndefined(run.before.outcome) && isUndefined(run.after.outcome); }

}  // namespace

DirectedSearch::DirectedSearch(Workbench& bench, const Both<ChangeDistance>& distances)
    : bench_(bench),
      source_(bench.task().entry, bench.task().before, bench.task().after, bench.pool(), bench.options().seed),
      mutator_(bench.task().entry, bench.task().before, bench.task().after, source_, bench.options().seed),
      random_(bench.options().seed),
      domain_(bench.pool(), none_) {
  for (const Side side : kSides) watch(distances.of(side), side);
  std::ranges::stable_sort(watched_, {}, &Watched::distance);
  for (size_t k = 0; k < watched_.size(); ++k) unseen_.push_back(k);
  offer(source_.next());
}

void DirectedSearch::watch(const ChangeDistance& distance, Side side) {
  for (const FunctionId id : distance.functions())
    for (BlockIndex block = 0; block < distance.blocksOf(id); ++block) watched_.push_back({side, id, block, distance.of(id, block)});
}

bool DirectedSearch::executed(const Watched& watched) const {
  const PairRunner& runner = bench_.runner();
  return (watched.side == Side::Before ? runner.before() : runner.after()).executed(watched.function, watched.block);
}

void DirectedSearch::offer(const Assignment& input) { differs(input); }  // if it does, the walk knows

std::optional<Assignment> DirectedSearch::search(uint64_t work) {
  for (const uint64_t end = work_ + work; work_ < end && !bench_.budget().exhausted();) {
    Assignment input = next();
    if (differs(input)) return input;
  }
  return std::nullopt;
}

// Every other try is of a neighbour of an input that came near, as long as there are any: two bytes that must both be right are found one
// after the other, where the first alone makes a way of its own.
Assignment DirectedSearch::next() {
  while (!sweeps_.empty() && (sweeps_.front().next >= mutator_.neighbours() || sweeps_.front().distance > nearest_)) sweeps_.pop_front();
  if (!sweeps_.empty() && ++tries_ % 2 == 0) {
    Sweep& sweep = sweeps_.front();
    return mutator_.neighbour(sweep.input, sweep.next++);
  }
  if (random_.chance(kFromNowhere)) return source_.next();
  const Assignment& from = parent();
  return mutator_.mutate(from, kept_[random_.below(kept_.size())]);
}

const Assignment& DirectedSearch::parent() {
  if (kept_.empty()) kept_.push_back(Assignment(bench_.pool().symbolCount(), 0));
  if (!near_.empty() && random_.chance(kFromNear)) return near_[random_.below(near_.size())];
  return kept_[random_.below(kept_.size())];
}

bool DirectedSearch::differs(const Assignment& input) {
  work_ += kWorkPerRun;
  domain_.reset(input);
  const std::vector<expr::ExprId>& domain = bench_.task().entry.domain;
  if (!std::ranges::all_of(domain, [&](expr::ExprId each) { return domain_.holds(each); })) return false;
  const vm::RunLimits& limits = bench_.options().limits;
  vm::RunLimits few = limits;
  few.steps = std::min(limits.steps, kStepsPerRun);
  bench_.runner().setLimits(few);
  const PairRun run = bench_.runner().run(input, vm::Mode::Concrete, bench_.budget());
  bench_.runner().setLimits(limits);
  ++runs_;
  const uint64_t steps = run.before.steps + run.after.steps;
  steps_ += steps;
  work_ += steps;
  if (!run.finished()) return false;
  learn(input, run);
  return !isUndefinedInBoth(run) && !compare(bench_.pool(), run.shownBefore(), run.shownAfter()).equal;
}

void DirectedSearch::learn(const Assignment& input, const PairRun& run) {
  const uint64_t path = run.before.pathHash * 0x9e3779b97f4a7c15 + run.after.pathHash;
  if (paths_.size() >= kMostPaths || !paths_.insert(path).second) return;
  const size_t before = unseen_.size();
  std::erase_if(unseen_, [&](size_t k) { return executed(watched_[k]); });
  const auto nearest = std::ranges::find_if(watched_, [&](const Watched& each) { return executed(each); });
  keep(input, nearest == watched_.end() ? ChangeDistance::kFar : nearest->distance, unseen_.size() != before);
}

void DirectedSearch::keep(const Assignment& input, uint32_t distance, bool isNew) {
  const auto put = [&](std::vector<Assignment>& inputs, size_t most) {
    if (inputs.size() < most) {
      inputs.push_back(input);
    } else {
      inputs[random_.below(most)] = input;
    }
  };
  if (distance < nearest_) {
    nearest_ = distance;
    near_.clear();
  }
  if (distance == nearest_ && distance != ChangeDistance::kFar) {
    put(near_, kMostNear);
    if (mutator_.neighbours() <= kMostNeighbours && sweeps_.size() < kMostSweeps) sweeps_.push_back({input, distance});
  }
  if (isNew || kept_.size() < kMostKept) put(kept_, kMostKept);
}

}  // namespace cleave::explore
