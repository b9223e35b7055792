// Explores one entry: finds partitions until they cover every input, or a budget ends it. What was found up to then stays.
#pragma once

#include <functional>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "change/change.h"
#include "explore/entry.h"
#include "explore/evidence.h"
#include "explore/marks.h"
#include "explore/options.h"
#include "explore/pair_runner.h"
#include "explore/progress.h"
#include "result/result.h"
#include "support/budget.h"
#include "vm/run.h"

namespace cleave::explore {

// Asks whether a difference shows natively.
struct Confirmation {
  bool confirmed = false;
  std::string note;  // why not
  // The native runs do differ, but a version does not show what was predicted of it: what both show instead. A fault of ours.
  struct Shown {
    std::vector<std::pair<std::string, std::string>> before, after;
  };
  std::optional<Shown> otherwise = {};
};
// A native run that goes on beside the walk.
class Confirming {
 public:
  virtual ~Confirming() = default;
  virtual bool isDone(Seconds patience) = 0;                   // waits that long for it
  virtual Confirmation conclude(const PairRun& predicted) = 0;  // waits for it. Once
};

// A partition as the explorer has it; valid while it is being told.
struct FoundPartition {
  const expr::Assignment& input;              // the witness
  const std::vector<expr::ExprId>& literals;  // the condition, over input cells
  const PairRun& run;                         // on the witness; its expressions are over input cells
};

// Whoever wants to know, while it runs. All may be empty.
struct Listeners {
  std::function<std::unique_ptr<Confirming>(const expr::Assignment& input, const PairRun& run)>
      confirm;  // empty: nothing is confirmed, differences are still reported
  std::function<void()> likelyDifferent;  // inputs that were only run differ, so there will be something to confirm
  std::function<void(const result::Partition&, const FoundPartition&)> partition;
  std::function<void(const Progress&)> progress;
  // Asked again and again between two steps. It may wait, which does not count as time; false: the walk has had its time.
  std::function<bool(const Progress&)> goesOn;
  std::function<void(const PairRun&)> finished;  // both runs of an input ended
  std::function<void(const Statement&)> evidence;
  std::function<const CheckedVersion*()> checked;  // asked for when a difference was found; null: there is none
};

struct Task {
  const program::Program& before;
  const program::Program& after;
  const change::Changes& changes;
  const Entry& entry;
  expr::ExprPool& pool;
  bool sameCode = false;  // of the entry and all it may call: there is no change to come to
};

// A part of the inputs on which the versions were proved to show the same, by something else than a walk.
struct GivenPartition {
  std::vector<expr::ExprId> literals;    // the condition, over the input cells
  std::string reason;                    // why it is equal
  std::vector<std::string> assumptions;  // what the proof takes for granted: it joins the guarantee
  std::vector<Statement> evidence;       // named within the partition: "step" becomes "p3-step"
};

// What is given is covered from the start, and reported as partitions like others, each with a witness that is run. One of which the solver
// finds no member (outside those before it) is left out: then the walk looks there itself. Only Prv takes any.
result::EntryResult explore(const Task& task, const Options& options, const Listeners& listeners, const StopFlag* stop,
                      const std::vector<GivenPartition>& given = {});

}  // namespace cleave::explore
