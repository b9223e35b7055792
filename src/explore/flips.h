// Adjacent inputs: which flips of a recorded path are worth asking, and how a flip becomes an input.
//
// The relation is negated first, then each literal of after, then of before, always keeping what stands before it; a decision stands before
// those that rely on it. Who knows how far the code is from a change gets those first that lead there soonest. The baselines follow after
// alone, and express leaves out flips that cannot lead to a change.
#pragma once

#include <optional>
#include <vector>

#include "explore/change_distance.h"
#include "explore/frontier.h"
#include "explore/workbench.h"

namespace cleave::explore {

// The literals of a recorded pair of runs.
struct Path {
  expr::Assignment input;
  Condition condition;
};

class Flips {
 public:
  explicit Flips(Workbench& bench);

  // The run that a path is of, and how far its programs' code is from a change.
  struct Way {
    const PairRun& run;
    const Both<ChangeDistance>& distances;
  };
  // Queues what is adjacent to the path that is recorded as number `index`. Without a way: in the order of the path.
  void queue(Frontier& frontier, size_t index, const Path& path, result::PartitionKind kind, bool executesChange, const Way* way = nullptr);
  // None: there is no such input, or the solver cannot tell.
  std::optional<expr::Assignment> solve(const Path& path, const Work& flip);

 private:
  size_t firstLiteral(const Path& path) const { return followsBoth_ ? 0 : path.condition.firstAfter; }
  std::vector<expr::ExprId> connected(const Path& path, const Work& flip);

  Workbench& bench_;
  bool followsBoth_;
  bool needsChange_;
};

// How soon a flip is worth asking. Of a path that comes to no change: how far it is from where the literal is decided to one, by the ways
// that the path did not take. Of a path that executes a change: zero for what is decided behind it, where the change may yet show; others
// lead around it.
class Nearness {
 public:
  Nearness(const Condition& condition, const Flips::Way& way, bool executesChange);
  uint32_t of(size_t literal) const;
  bool isSwitch(size_t literal) const;

 private:
  const vm::Decision* decisionOf(size_t literal) const;
  static uint32_t behindChange(const vm::Run& run, const ChangeDistance& distances);

  const Condition& condition_;
  const Flips::Way& way_;
  bool executesChange_;
  Both<uint32_t> firstBehind_;  // decisions from here on
};

}  // namespace cleave::explore
