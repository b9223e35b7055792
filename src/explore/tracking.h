// What runs of an entry must keep track of, for both versions: the static analyses behind it, made once per entry.
#pragma once

#include <memory>
#include <set>
#include <vector>

#include "change/change.h"
#include "change/impact.h"
#include "explore/entry.h"
#include "explore/options.h"
#include "explore/same_values.h"
#include "flow/effects.h"
#include "vm/track_plan.h"

namespace cleave::explore {

class Tracking {
 public:
  Tracking(const program::Program& before, const program::Program& after, const change::Changes& changes, const Entry& entry,
           expr::ExprPool& pool, Granularity granularity, vm::Rules rules, Proving proving = {});

  const vm::TrackPlan& before() const { return before_->plan; }
  const vm::TrackPlan& after() const { return after_->plan; }
  bool cuts() const { return cuts_; }
  const std::vector<program::FunctionId>& reached(Side side) const { return of(side).pointsTo.reached(); }
  bool isImpacted(Side side, program::FunctionId function) const;  // something in it
  bool mayBeUndefined(Side side, program::FunctionId function, program::Operand operand) const {
    return of(side).definedness.mayBeUndefined(function, operand);
  }
  // Claims leave out how long loops run that are sure to end, and that may run longer in one version.
  bool leavesOutLoops() const { return before_->effects->leavesOutLoops() || after_->effects->leavesOutLoops(); }
  bool needsMuchStack() const { return flow::needsMuchStack(before_->pointsTo) || flow::needsMuchStack(after_->pointsTo); }
  // What a version returns may be undefined in some run: a look at it ends that run.
  bool mayReturnUndefined() const { return mayReturnUndefined_; }
  // Changes with code that was proved to compute the same in both versions.
  bool anyProvedSame() const { return !provedChanges_.empty(); }
  bool isProvedSame(uint32_t change) const { return provedChanges_.contains(change); }
  const std::vector<expr::ExprId>& refuted() const { return refuted_; }  // what these proofs stand on

  // Globals of both versions that one of them may write, and files that only one version has (the other is invalid then).
  struct Watched {
    program::GlobalId before;
    program::GlobalId after;
    bool clean = false;  // the same in both, whatever happens
  };
  const std::vector<Watched>& globals() const { return globals_; }

 private:
  struct Version {
    Version(const program::Program& program, program::FunctionId entry) : pointsTo(program, entry), definedness(pointsTo) {}
    flow::PointsTo pointsTo;
    flow::Definedness definedness;
    flow::CodeMarks marks;
    std::unique_ptr<flow::EffectTable> effects;
    vm::TrackPlan plan;
  };
  const Version& of(Side side) const { return side == Side::Before ? *before_ : *after_; }
  void markCode(Version& version, const std::vector<change::InstructionMarks>& marks, const change::ImpactSide& impact);
  void makePlan(Version& version, vm::Rules rules, const std::vector<change::InstructionMarks>& marks, const change::ImpactSide& impact);
  void noteProved(const Version& version, program::FunctionId id, const std::vector<change::InstructionMarks>& marks,
                  const change::ImpactSide& impact);
  bool callTraps(const Version& version, program::FunctionId function, const program::Instruction& call) const;
  void watchGlobals(const change::Changes& changes, const Entry& entry);

  bool cuts_;
  bool mayReturnUndefined_ = false;
  vm::LeafSymbols leaves_;
  change::Impact impact_;
  std::set<uint32_t> provedChanges_;
  std::vector<expr::ExprId> refuted_;
  std::shared_ptr<Version> before_;
  std::shared_ptr<Version> after_;  // the same when a version is compared with itself
  std::vector<Watched> globals_;
};

}  // namespace cleave::explore
