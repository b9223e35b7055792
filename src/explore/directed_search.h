// A search for differences by concrete runs alone, beside the walk: inputs that came nearer to a change than others, or went new ways, are
// changed a little and run again. It proves nothing; what it finds, the walk looks at. Deterministic for a seed, as long as the same is
// asked of it in the same order.
#pragma once

#include <deque>
#include <memory>
#include <optional>
#include <unordered_set>
#include <vector>

#include "explore/change_distance.h"
#include "explore/mutator.h"
#include "explore/workbench.h"
#include "expr/evaluate.h"

namespace cleave::explore {

class DirectedSearch {
 public:
  // By side: how far blocks are from the changes.
  DirectedSearch(Workbench& bench, const Both<ChangeDistance>& distances);
  DirectedSearch(const DirectedSearch&) = delete;

  // A place to go on from: an input that the walk has run.
  void offer(const expr::Assignment& input);
  // Goes on for this much work, and stops at the first input whose observations differ.
  std::optional<expr::Assignment> search(uint64_t work);

  uint64_t runs() const { return runs_; }
  uint64_t steps() const { return steps_; }
  uint32_t nearest() const { return nearest_; }  // that any run came to a change; kFar: nowhere near

 private:
  struct Watched {
    Side side;
    program::FunctionId function;
    program::BlockIndex block;
    uint32_t distance;
  };
  void watch(const ChangeDistance& distance, Side side);
  bool executed(const Watched& watched) const;
  bool differs(const expr::Assignment& input);
  void learn(const expr::Assignment& input, const PairRun& run);
  void keep(const expr::Assignment& input, uint32_t distance, bool isNew);
  const expr::Assignment& parent();
  expr::Assignment next();
  // Goes through the neighbours of one input, a step at a time.
  struct Sweep {
    expr::Assignment input;
    uint32_t distance;
    size_t next = 0;
  };

  Workbench& bench_;
  InputSource source_;
  Mutator mutator_;
  Random random_;
  expr::Assignment none_;
  expr::Evaluator domain_;
  std::vector<Watched> watched_;  // the nearest first
  std::vector<size_t> unseen_;    // of these: not executed so far
  std::unordered_set<uint64_t> paths_;
  std::vector<expr::Assignment> kept_;
  std::vector<expr::Assignment> near_;  // those that came nearest
  std::deque<Sweep> sweeps_;            // the first is under way
  uint64_t tries_ = 0;
  uint32_t nearest_ = ChangeDistance::kFar;
  uint64_t runs_ = 0;
  uint64_t steps_ = 0;
  uint64_t work_ = 0;
};

}  // namespace cleave::explore
