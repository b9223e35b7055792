// Adjacent inputs: which flips of a recorded path are worth asking, and how a flip becomes an input.
//
// The relation is negated first, then each literal of after, then of before, always keeping what stands before it; a decision stands before
// those that rely on it. The baselines follow after alone, and express leaves out flips that cannot lead to a change.
#pragma once

#include <optional>
#include <vector>

#include "explore/frontier.h"
#include "explore/reach_change.h"
#include "explore/workbench.h"

namespace cleave::explore {

// The literals of a recorded pair of runs.
struct Path {
  expr::Assignment input;
  Condition condition;
  std::vector<vm::Decision> afterDecisions;  // express: of literals [firstAfter, firstFix)
};

class Flips {
 public:
  explicit Flips(Workbench& bench);

  // Queues what is adjacent to the path that is recorded as number `index`.
  void queue(Frontier& frontier, size_t index, const Path& path, result::PartitionKind kind, bool executesChange);
  // None: there is no such input, or the solver cannot tell.
  std::optional<expr::Assignment> solve(const Path& path, const Work& flip);

 private:
  bool mayReachChange(const Path& path, size_t literal) const;
  size_t firstLiteral(const Path& path) const { return followsBoth_ ? 0 : path.condition.firstAfter; }
  std::vector<expr::ExprId> connected(const Path& path, const Work& flip);

  Workbench& bench_;
  bool followsBoth_;
  std::optional<ReachChange> reach_;  // express
};

}  // namespace cleave::explore
