#include "explore/pair_runner.h"

#include <algorithm>

#include "explore/compare.h"
#include "program/meaning.h"
#include "program/shown_name.h"

namespace cleave::explore {

namespace {

void append(std::vector<vm::ObservedCell>& to, std::vector<vm::ObservedCell> from) {
  to.insert(to.end(), std::make_move_iterator(from.begin()), std::make_move_iterator(from.end()));
}

}  // namespace

PairRunner::PairRunner(const program::Program& before, const program::Program& after, const change::Changes& changes, const Entry& entry,
                       expr::ExprPool& pool, const vm::RunLimits& limits, const Tracking* tracking)
    : before_(before),
      after_(after),
      entry_(entry),
      tracking_(tracking),
      beforeVm_(before, pool, limits),
      beforeMarked_(markedBlocks(before, changes.marks.before)),
      afterMarked_(markedBlocks(after, changes.marks.after)) {
  if (&before != &after || entry.before.function != entry.after.function) afterVm_.emplace(after, pool, limits);
  if (&before != &after) {
    otherMembers_ = membersOfOneVersion(before, after);
    findLoneInputs(pool);
  }
  if (otherMembers_.any) {
    beforeVm_.watchOverwriting();
    afterVm_->watchOverwriting();
  }
  if (tracking == nullptr) return;
  beforeVm_.track(&tracking->before());
  if (afterVm_) afterVm_->track(&tracking->after());
}

void PairRunner::leavePointersOpen() {
  program::Meanings meanings({before_, after_});
  Both<std::set<program::GlobalId>> globals, atStart;
  const auto isShown = [&](const program::Global& each) { return !each.constant && each.storageOf.empty() && counts(each); };
  for (const std::string& name : entry_.inputGlobals) {
    const program::GlobalId inBefore = before_.findGlobal(name), inAfter = after_.findGlobal(name);
    if (inBefore.valid() != inAfter.valid()) {
      if (!entry_.isOfPlan(name)) continue;
      if (inBefore.valid() && isShown(before_.global(inBefore))) globals.before.insert(inBefore);
      if (inAfter.valid() && isShown(after_.global(inAfter))) globals.after.insert(inAfter);
      continue;
    }
    if (!inBefore.valid()) continue;
    const program::Global &x = before_.global(inBefore), &y = after_.global(inAfter);
    if (!isShown(x) || !isShown(y) || x.type.valid() != y.type.valid()) continue;
    // What is laid out otherwise is shown by its type, and begins at the same place.
    const bool isAlike = x.size == y.size && (!x.type.valid() || meanings.same(x.type, y.type));
    (isAlike ? globals : atStart).before.insert(inBefore);
    (isAlike ? globals : atStart).after.insert(inAfter);
  }
  beforeVm_.leavePointersOpen(globals.before, atStart.before);
  if (afterVm_) afterVm_->leavePointersOpen(globals.after, atStart.after);
}

void PairRunner::setLimits(const vm::RunLimits& limits) {
  beforeVm_.setLimits(limits);
  if (afterVm_) afterVm_->setLimits(limits);
}

void PairRunner::trace(vm::Trace* before, vm::Trace* after) {
  beforeVm_.trace(before);
  if (afterVm_) afterVm_->trace(after);
}

std::vector<PairRunner::MarkedBlock> PairRunner::markedBlocks(const program::Program& program,
                                                              const std::vector<change::InstructionMarks>& marks) {
  std::vector<MarkedBlock> result;
  for (size_t f = 0; f < program.functions.size() && f < marks.size(); ++f) {
    const program::Function& function = program.functions[f];
    for (size_t b = 0; b < function.blocks.size(); ++b) {
      std::set<uint32_t> ids;
      const program::Block& block = function.blocks[b];
      for (program::InstIndex i = block.first; i < block.end && i < marks[f].instructions.size(); ++i) ids.insert(marks[f].instructions[i]);
      if (b < marks[f].phis.size()) ids.insert(marks[f].phis[b].begin(), marks[f].phis[b].end());
      ids.erase(0);
      const auto index = static_cast<program::BlockIndex>(b);
      if (!ids.empty()) result.push_back({program::FunctionId(f), index, {ids.begin(), ids.end()}, waysInto(marks[f], index, block)});
    }
  }
  return result;
}

// Empty: something in the block itself is marked, or a phi whatever the way is.
std::vector<program::BlockIndex> PairRunner::waysInto(const change::InstructionMarks& marks, program::BlockIndex block,
                                                      const program::Block& body) {
  for (program::InstIndex i = body.first; i < body.end && i < marks.instructions.size(); ++i)
    if (marks.instructions[i] != 0) return {};
  std::vector<program::BlockIndex> all;
  for (uint32_t p = 0; block < marks.phis.size() && p < marks.phis[block].size(); ++p) {
    if (marks.phis[block][p] == 0) continue;
    const auto ways = marks.ways.find({block, p});
    if (ways == marks.ways.end()) return {};
    all.insert(all.end(), ways->second.begin(), ways->second.end());
  }
  return all;
}

bool PairRunner::comesTo(const vm::Vm& vm, const std::vector<MarkedBlock>& marked) {
  return std::ranges::any_of(marked, [&](const MarkedBlock& each) {
    const auto isExecuted = [&](program::BlockIndex block) { return vm.executed(each.function, block); };
    return isExecuted(each.block) && (each.from.empty() || std::ranges::any_of(each.from, isExecuted));
  });
}

void PairRunner::addExecuted(const vm::Vm& vm, const std::vector<MarkedBlock>& marked, std::set<uint32_t>& ids) {
  for (const MarkedBlock& each : marked)
    if (vm.executed(each.function, each.block)) ids.insert(each.changes.begin(), each.changes.end());
}

PairRun PairRunner::run(const expr::Assignment& input, vm::Mode mode, const Budget& budget) {
  PairRun result;
  result.environment = &after_.environment;
  result.before = beforeVm_.run(entry_.before, entry_.space, input, mode, budget);
  result.after = afterVm_ ? afterVm_->run(entry_.after, entry_.space, input, mode, budget) : result.before;
  for (vm::Run* run : {&result.before, &result.after}) leaveOut(*run);
  if (result.finished()) observeGlobals(result);
  for (auto* cells : {&result.before.cells, &result.after.cells, &result.beforeGlobals, &result.afterGlobals}) leaveOutLoneMembers(*cells);
  for (auto* cells : {&result.before.cells, &result.after.cells, &result.beforeGlobals, &result.afterGlobals}) noteGiven(*cells, input, mode);
  if (otherMembers_.any || !loneInputs_.empty()) {
    noteLeftAlone(result.before.cells, result.after.cells);
    noteLeftAlone(result.beforeGlobals, result.afterGlobals);
  }
  if (result.finished() && result.before.tracked) relyOnUntouched(result);
  std::set<uint32_t> ids;
  addExecuted(beforeVm_, beforeMarked_, ids);
  addExecuted(after(), afterMarked_, ids);
  result.changes.assign(ids.begin(), ids.end());
  // What was proved the same is compared on all ways at once.
  result.comesToChange = comesTo(beforeVm_, beforeMarked_) || comesTo(this->after(), afterMarked_) || ranProvedSame(result);
  return result;
}

// What does not count was not shown, and nothing relies on it.
void PairRunner::leaveOut(vm::Run& run) const {
  const result::Criterion& criterion = entry_.criterion;
  if (criterion.isEverything()) return;
  std::erase_if(run.cells, [&](const vm::ObservedCell& cell) { return !criterion.counts(cell.name); });
  for (const unsigned channel : {0u, 1u}) {
    if (criterion.counts(channel == 0 ? result::kStdout : result::kStderr)) continue;
    run.output[channel].clear();
    run.reliance.output[channel] = {};
    run.reliance.impactedOutput[channel] = false;
  }
}

void PairRunner::findLoneInputs(expr::ExprPool& pool) {
  Both<std::set<uint32_t>> cells;
  for (const Side side : kSides) {
    const std::vector<uint32_t>& own = (side == Side::Before ? entry_.before : entry_.after).cellOfParameter;
    cells.of(side).insert(own.begin(), own.end());
  }
  for (uint32_t k = 0; k < entry_.space.cells.size(); ++k) {
    if (cells.before.contains(k) == cells.after.contains(k)) continue;
    const vm::InputCell& cell = entry_.space.cells[k];
    loneInputs_.emplace(cell.name, LoneInput{cell.symbol, pool.symbolExpr(cell.symbol)});
  }
}

// By its expression, or in a concrete run by its value, which may be an accident: nothing is claimed of those.
void PairRunner::noteGiven(std::vector<vm::ObservedCell>& cells, const expr::Assignment& input, vm::Mode mode) const {
  if (loneInputs_.empty()) return;
  for (vm::ObservedCell& cell : cells) {
    const auto known = loneInputs_.find(cell.name);
    if (known == loneInputs_.end() || cell.kind != vm::ObservedCell::Kind::Scalar) continue;
    const uint32_t index = known->second.symbol.value;
    const bool isAccident = mode == vm::Mode::Concrete && index < input.size() && input[index] == cell.bits;
    cell.isAsGiven = cell.expr.valid() ? cell.expr == known->second.expr : isAccident;
  }
}

// The other version has no place for them.
void PairRunner::leaveOutLoneMembers(std::vector<vm::ObservedCell>& cells) {
  if (otherMembers_.alone.empty()) return;
  std::erase_if(cells, [&](const vm::ObservedCell& cell) {
    const std::string_view member = memberIn(cell.name, otherMembers_.alone);
    if (!member.empty()) ofOneVersion_.insert("the member " + std::string(member));
    return !member.empty();
  });
}

bool PairRunner::counts(const program::Global& global) const {
  const program::GlobalId holder = global.storageOf.empty() ? program::GlobalId() : after_.findGlobal(global.storageOf);
  const std::string& shown = program::shownName(holder.valid() ? after_.global(holder) : global);
  return program::isObservable(global) && entry_.criterion.counts(program::isFile(global) ? result::kFiles : shown);
}

bool PairRunner::ranProvedSame(const PairRun& run) const {
  return tracking_ != nullptr && std::ranges::any_of(run.changes, [&](uint32_t change) { return tracking_->isProvedSame(change); });
}

void PairRunner::observeGlobals(PairRun& run) {
  std::set<std::string> names;  // ordered: the report must not depend on hash order
  // What a container owns is seen through it.
  const auto seenAs = [](const program::Global& global) { return global.storageOf.empty() ? global.name : global.storageOf; };
  for (const program::GlobalId id : run.before.writtenGlobals)
    if (counts(before_.global(id))) names.insert(seenAs(before_.global(id)));
  for (const program::GlobalId id : run.after.writtenGlobals)
    if (counts(after_.global(id))) names.insert(seenAs(after_.global(id)));
  for (const std::string& name : names) {
    const program::GlobalId inBefore = before_.findGlobal(name);
    const program::GlobalId inAfter = after_.findGlobal(name);
    if (!inBefore.valid() || !inAfter.valid()) {
      // A file that only one version can write is seen where it is written, and so are volatile objects, and what only the inputs of one
      // version have; a variable of one version alone is nobody else's business.
      const bool outlives = vm::outlivesTheRun(inBefore.valid() ? before_.global(inBefore) : after_.global(inAfter)) || entry_.isOfPlan(name);
      if (outlives && inBefore.valid()) append(run.beforeGlobals, beforeVm_.observeGlobal(inBefore, run.before));
      if (outlives && inAfter.valid()) append(run.afterGlobals, afterVm_->observeGlobal(inAfter, run.after));
      if (!outlives)
        ofOneVersion_.insert("the global " + program::shownName(inBefore.valid() ? before_.global(inBefore) : after_.global(inAfter)));
      continue;
    }
    noteKept(run, inBefore, inAfter);
    const bool clean = run.before.tracked && isClean(inBefore);
    for (vm::ObservedCell& cell : beforeVm_.observeGlobal(inBefore, run.before)) {
      cell.clean = clean && cell.path.follow.empty();
      run.beforeGlobals.push_back(std::move(cell));
    }
    if (!afterVm_) continue;
    for (vm::ObservedCell& cell : afterVm_->observeGlobal(inAfter, run.after)) {
      cell.clean = clean && cell.path.follow.empty();
      run.afterGlobals.push_back(std::move(cell));
    }
  }
  if (afterVm_) return;
  run.after = run.before;  // looking may have added decisions
  run.afterGlobals = run.beforeGlobals;
}

void PairRunner::noteKept(const PairRun& run, program::GlobalId before, program::GlobalId after) {
  constexpr uint64_t kNumber = 8;  // bytes
  const program::Global& global = after_.global(after);
  if (!afterVm_ || entry_.startsProgram || entry_.inputGlobals.contains(global.name) || vm::outlivesTheRun(global) ||
      global.library != program::LibraryState::None)
    return;
  const auto wrote = [](const vm::Run& each, program::GlobalId id) { return std::ranges::binary_search(each.writtenGlobals, id); };
  if (wrote(run.before, before) != wrote(run.after, after))
    keptByOne_.insert(program::shownName(global));
  else if (global.size > kNumber)
    keptInPart_.insert(program::shownName(global));
}

bool PairRunner::isClean(program::GlobalId before) const {
  for (const Tracking::Watched& each : tracking_->globals())
    if (each.before == before) return each.clean;
  return false;
}

const program::Global& PairRunner::globalOf(const Tracking::Watched& each) const {
  return each.after.valid() ? after_.global(each.after) : before_.global(each.before);
}

// Another input may write globals that this one left alone.
void PairRunner::relyOnUntouched(PairRun& run) {
  const vm::OutcomeKind end = run.before.outcome.kind;
  if (end != run.after.outcome.kind) return;
  for (const Tracking::Watched& each : tracking_->globals()) {
    const program::Global& global = globalOf(each);
    // What impacted code leaves in a file, or does to a volatile object, is seen wherever the run ends, in clean code too.
    if (!each.clean && counts(global) && vm::outlivesTheRun(global))
      for (vm::Run* one : {&run.before, &run.after}) one->reliance.outcome.impacted = one->reliance.outcome.all;
    if (each.clean || !counts(global) || !result::isSeen(vm::observableOf(global), end)) continue;
    if (each.before.valid()) run.beforeUntouched.push_back(beforeVm_.relianceOf(each.before));
    if (each.after.valid() && afterVm_) run.afterUntouched.push_back(afterVm_->relianceOf(each.after));
  }
  if (!afterVm_) run.afterUntouched = run.beforeUntouched;
}

}  // namespace cleave::explore
