// Runs one input on both versions and puts together what there is to compare. A version that is compared with itself (the same program,
// bound in the same way) is run once.
#pragma once

#include <optional>
#include <set>
#include <string>
#include <vector>

#include "change/change.h"
#include "explore/compare.h"
#include "explore/entry.h"
#include "explore/members_of_one_version.h"
#include "explore/tracking.h"
#include "vm/run.h"

namespace cleave::explore {

struct PairRun {
  vm::Run before;
  vm::Run after;
  std::vector<vm::ObservedCell> beforeGlobals;  // of the globals that either run wrote and both versions have
  std::vector<vm::ObservedCell> afterGlobals;
  const std::vector<program::EnvironmentFunction>* environment = nullptr;  // that the versions may call
  std::vector<uint32_t> changes;                                           // ids of the changes that ran, ascending
  bool comesToChange = false;                                              // not only to where the ways past one and through it meet
  // Of the merged versions (merged.h): `changes` are theirs until the claim is made, and these are the plain ones.
  std::optional<std::vector<uint32_t>> plainChanges = {};
  // Tracked runs: what it relies on that globals were not written.
  std::vector<vm::RelId> beforeUntouched;
  std::vector<vm::RelId> afterUntouched;

  bool finished() const { return before.outcome.kind != vm::OutcomeKind::Unfinished && after.outcome.kind != vm::OutcomeKind::Unfinished; }
  const vm::Outcome& stopped() const {  // of the version that did not finish, before first
    return before.outcome.kind == vm::OutcomeKind::Unfinished ? before.outcome : after.outcome;
  }
  // Tracked runs: members of the partition may end in clean code that this run came through, alike in both versions.
  bool mayEndElsewhere() const {
    const auto may = [](const vm::Run& run) { return run.tracked && run.reliance.outcome.all != run.reliance.outcome.impacted; };
    return may(before) || may(after);
  }
  Shown shownBefore() const { return {&before, beforeGlobals}; }
  Shown shownAfter() const { return {&after, afterGlobals}; }
};

class PairRunner {
 public:
  PairRunner(const program::Program& before, const program::Program& after, const change::Changes& changes, const Entry& entry,
             expr::ExprPool& pool, const vm::RunLimits& limits, const Tracking* tracking);

  PairRun run(const expr::Assignment& input, vm::Mode mode, const Budget& budget);
  void setLimits(const vm::RunLimits& limits);
  // Pointers to the objects of the inputs are not followed, and whether they are null stays open where the inputs tell (vm/run.h): what a
  // run writes to such an object is compared anyway. Not to those that mean something else in the other version: behind a pointer that is
  // returned, that would show.
  void leavePointersOpen();
  void trace(vm::Trace* before, vm::Trace* after);  // of tracked runs to come; of two versions
  const vm::Vm& before() const { return beforeVm_; }
  const vm::Vm& after() const { return afterVm_ ? *afterVm_ : beforeVm_; }
  bool ranProvedSame(const PairRun& run) const;  // a change that was proved to compute the same
  bool anyProvedSame() const { return tracking_ != nullptr && tracking_->anyProvedSame(); }
  // That one version wrote and the other did not, and that are no inputs: whether that shows depends on the value they start with.
  const std::set<std::string>& keptByOne() const { return keptByOne_; }
  // The same of parts, which may have been: larger than a number, and written by both.
  const std::set<std::string>& keptInPart() const { return keptInPart_; }
  // Globals that a run wrote and members that it showed, which one version alone has.
  const std::set<std::string>& ofOneVersion() const { return ofOneVersion_; }

 private:
  // A block that holds changed code.
  struct MarkedBlock {
    program::FunctionId function;
    program::BlockIndex block;
    std::vector<uint32_t> changes;
    std::vector<program::BlockIndex> from;  // it holds nothing but values that differ if they come from one of these; empty: it holds more
  };
  static std::vector<MarkedBlock> markedBlocks(const program::Program& program, const std::vector<change::InstructionMarks>& marks);
  static std::vector<program::BlockIndex> waysInto(const change::InstructionMarks& marks, program::BlockIndex block,
                                                   const program::Block& body);
  static void addExecuted(const vm::Vm& vm, const std::vector<MarkedBlock>& marked, std::set<uint32_t>& ids);
  static bool comesTo(const vm::Vm& vm, const std::vector<MarkedBlock>& marked);
  void leaveOut(vm::Run& run) const;
  bool counts(const program::Global& global) const;
  void findLoneInputs(expr::ExprPool& pool);
  void noteGiven(std::vector<vm::ObservedCell>& cells, const expr::Assignment& input, vm::Mode mode) const;
  void leaveOutLoneMembers(std::vector<vm::ObservedCell>& cells);
  void observeGlobals(PairRun& run);
  void noteKept(const PairRun& run, program::GlobalId before, program::GlobalId after);
  void relyOnUntouched(PairRun& run);
  bool isClean(program::GlobalId before) const;
  const program::Global& globalOf(const Tracking::Watched& each) const;

  const program::Program& before_;
  const program::Program& after_;
  const Entry& entry_;
  const Tracking* tracking_;  // null: at path granularity
  vm::Vm beforeVm_;
  std::optional<vm::Vm> afterVm_;  // none: after is before
  std::vector<MarkedBlock> beforeMarked_;
  std::vector<MarkedBlock> afterMarked_;
  struct LoneInput {
    expr::SymbolId symbol;
    expr::ExprId expr;
  };
  std::unordered_map<std::string, LoneInput> loneInputs_;  // cells that one version alone has, by name
  OtherMembers otherMembers_;
  std::set<std::string> ofOneVersion_;
  std::set<std::string> keptByOne_;
  std::set<std::string> keptInPart_;
};

}  // namespace cleave::explore
