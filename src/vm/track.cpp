// Keeping track of what values rely on (design: reliance.h, tracker.h). Everything here is idle in untracked runs.
//
// Three words that meet here, by an example. The last line of the loop is rewritten, and so is the one before it:
//     int f(int a, int n) {                     int f(int a, int n) {
//       int s = 0;                                int s = 0;
//       for (int i = 0; i < n; i++) {             for (int i = 0; i < n; i++) {
//         int y = a * i;                            int y = a * i;
//         int t = y * 2;                            int t = y << 1;
//         s = s + t + y;                            s = y + t + s + 1;
//       }                                         }
// in step  y is computed in both versions as often, in the same order, whatever the values are: its third instance in before corresponds to
//          its third in after. So an instance has a number (leafInstances_), and that means the same in both runs.
// leaf     y is clean, and impacted code (the last line) reads it. There the third y is the symbol leaf!K!3 in both runs, K being y's
//          number, instead of a * 2: what is claimed about s then holds for all values of y, and how y came to be does not enter the
//          condition. cut() makes the leaf and writes down what it stood for, so that it can be expanded where a condition does speak
//          about it.
// proved   t is changed code, but explore/same_values.h has proved y * 2 == y << 1 for all y. So t counts as clean: it relies on no change
//          (withoutChanges), and the last line reads a leaf of t. Where proved code reads what impacted code computed, its expression has
//          leaves in it; a clean value may have them for this reason only (expandLeaves).
#include <algorithm>

#include "expr/substitute.h"
#include "program/facts.h"
#include "support/check.h"
#include "vm/private/machine_inline.h"

namespace cleave::vm {

using expr::ExprId;
using flow::Site;
using flow::SiteId;

expr::SymbolId LeafSymbols::symbol(uint32_t leaf, uint32_t instance, expr::Sort sort) {
  const auto [place, isNew] = symbols_.try_emplace({leaf, instance, sort}, expr::SymbolId());
  if (isNew) place->second = pool_.addSymbol({"leaf!" + std::to_string(leaf) + "!" + std::to_string(instance), sort, true});
  return place->second;
}

void Machine::track(const TrackPlan* plan) {
  plan_ = plan;
  instructionEffects_.clear();
  if (plan == nullptr) return;
  if (leaves_ == nullptr) leaves_.reset(static_cast<ShadowId*>(std::calloc(kRegisterStack, sizeof(ShadowId))));
  CHECK(leaves_ != nullptr, "no address space for the leaves");
  for (uint32_t g = 0; g < program_.globals.size(); ++g)  // they outlive the runs, and so does this
    memory_.object(memory_.ofGlobal(program::GlobalId(g))).site = plan->effects->pointsTo().siteOf(Site::Kind::Global, g);
  for (size_t f = 0; f < codes_.size(); ++f) codes_[f].notes = &plan->functions[f];
}

// --- instructions

void Machine::noteStep(const Instruction& inst, std::optional<U128> bits) {
  if (trace_->isFull()) return;
  const FunctionId id(static_cast<size_t>(function_ - program_.functions.data()));
  const auto index = static_cast<program::InstIndex>(&inst - function_->instructions.data());
  trace_->steps.push_back({id, index, bits.has_value(), static_cast<uint32_t>(depth_), bits.value_or(0), 0, 0});
  if (inst.op == program::Op::Store) trace_->steps.back().left = get(inst.b).bits;
  if (inst.op != program::Op::ICmp && inst.op != program::Op::FCmp) return;
  trace_->steps.back().left = get(inst.a).bits;
  trace_->steps.back().right = get(inst.b).bits;
}

// What is noted before an instruction belongs to the step that it becomes.
void Machine::noteVariables(const Instruction& inst) {
  if (trace_->isFull()) return;
  const auto index = static_cast<program::InstIndex>(&inst - function_->instructions.data());
  trace_->last = {
      FunctionId(static_cast<size_t>(function_ - program_.functions.data())), index, false, static_cast<uint32_t>(depth_), 0, 0, 0};
  const std::vector<program::VariableNote>& notes = function_->notes;
  for (auto note = std::ranges::lower_bound(notes, index, {}, &program::VariableNote::at); note != notes.end() && note->at == index;
       ++note) {
    TraceNote seen{trace_->steps.size(), trace_->last.function,
                   trace_->last.depth,   static_cast<uint32_t>(note - notes.begin()),
                   note->isConstant,     note->bits};
    if (note->value.present()) {
      const Slot& slot = get(note->value);
      seen.isKnown = shadows_[slot.shadow].undefined == 0;
      seen.bits = slot.bits;
    }
    trace_->notes.push_back(seen);
  }
}

void Machine::beginTracked(const Instruction& inst) {
  if (trace_ != nullptr) [[unlikely]] {
    using program::Op;
    noteVariables(inst);
    const bool reads = inst.op == Op::Store || inst.op == Op::Branch || inst.op == Op::Switch;
    const bool returns = inst.op == Op::Return && !function_->calls[inst.extra].arguments.empty();
    const Operand read = returns ? function_->calls[inst.extra].arguments[0] : inst.a;
    if (reads || returns || inst.dst == UINT32_MAX) noteStep(inst, reads || returns ? std::optional<U128>(get(read).bits) : std::nullopt);
  }
  const CodeNote& note = noteOf(inst);
  impacted_ = note.impacted;
  traps_ = note.traps;
  proved_ = note.proved;
  pending_ = note.change == 0 ? 0 : tracker_.dag().change(note.change);
}

void Machine::endTracked(const Instruction& inst) {
  if (inst.dst == UINT32_MAX || !running_) return;
  const CodeNote& note = noteOf(inst);
  if (note.change != 0) reg(inst.dst).rel = tracker_.join(reg(inst.dst).rel, tracker_.dag().change(note.change));
  if (note.leaf != 0) cut(inst.dst, program::resultType(inst), note.leaf);
  if (trace_ != nullptr) [[unlikely]]
    noteStep(inst, reg(inst.dst).bits);
}

const flow::Effects& Machine::effectsHere() {
  const Instruction* inst = pc_ - 1;
  const auto found = instructionEffects_.find(inst);
  if (found != instructionEffects_.end()) return found->second;
  const FunctionId id(static_cast<size_t>(function_ - program_.functions.data()));
  const auto index = static_cast<program::InstIndex>(inst - function_->instructions.data());
  return instructionEffects_.emplace(inst, plan_->effects->ofInstruction(id, index)).first->second;
}

void Machine::relyOnDecision(uint32_t index, DecisionKind kind) {
  const bool steers = kind == DecisionKind::Branch || kind == DecisionKind::Switch || kind == DecisionKind::TrapCheck;
  if (steers || plan_->rules.has(Rule::Resolved)) rely(tracker_.dag().decision(index));
}

// --- regions

void Machine::openRegion() {
  if (!tracking_ || pending_ == 0 || !running_) return;
  const FunctionId id(static_cast<size_t>(function_ - program_.functions.data()));
  const program::BlockIndex block = function_->facts.blockOf[static_cast<size_t>(pc_ - 1 - function_->instructions.data())];
  tracker_.open(pending_, plan_->effects->control(id).closesAt[block], plan_->effects->ofRegion(id, block));
}

void Machine::takeEdgeTracked(uint32_t index) {
  const EdgeCode& edge = code_->edges[index];
  if (!takeSteps(edge.steps)) return;
  notePath(edge.hash);
  executedBlocks_[edge.block] = epoch_;
  const auto block = static_cast<program::BlockIndex>(edge.block - code_->firstBlock);
  RelId closed = tracker_.closeAt(block, frame().openRegions);
  if (closed != 0 && plan_->rules.off != 0) {
    const bool leavesLoop = function_->facts.predecessors[block].size() == 1;
    if (!plan_->rules.has(leavesLoop ? Rule::LoopExit : Rule::Phi)) closed = 0;
  }
  const std::vector<CodeNote>& notes = code_->notes->phis[block];
  const std::vector<program::Phi>& phis = function_->blocks[block].phis;
  for (uint32_t k = 0; k < edge.moveCount; ++k) {
    const program::Move& move = edge.moves[k];
    const CodeNote& note = notes[move.phi];
    moved_[k] = slotForReader(move.source, note.impacted);
    if (note.proved) moved_[k].rel = tracker_.dag().withoutChanges(moved_[k].rel);
    moved_[k].rel = tracker_.join(moved_[k].rel, closed);
    if (note.change != 0) moved_[k].rel = tracker_.join(moved_[k].rel, tracker_.dag().change(note.change));
  }
  for (uint32_t k = 0; k < edge.moveCount; ++k) reg(edge.moves[k].dst) = moved_[k];
  for (uint32_t p = 0; p < phis.size(); ++p)
    if (notes[p].leaf != 0) cut(phis[p].dst, phis[p].type, notes[p].leaf);
  pc_ = edge.target;
}

// --- leaves

Slot Machine::slotForReader(Operand o, bool impacted) {
  const Slot& slot = get(o);
  if (!impacted || o.isConstant() || slot.tag() == 0 || code_->notes->leafRegisters[o.index()] == FunctionNotes::kNoLeaf) return slot;
  const ShadowId leaf = leafOf(slot);
  if (leaf == 0) return slot;
  // A leaf stands for all values that there are; that there is one relies on what made it.
  return {slot.bits, leaf, code_->notes->leafRegisters[o.index()] == FunctionNotes::kLeafOrUndefined ? slot.rel : 0};
}

Slot Machine::argumentFor(Operand o, bool impacted) {
  Slot slot = slotForReader(o, impacted);
  if (proved_) slot.rel = tracker_.dag().withoutChanges(slot.rel);
  return slot;
}

// A clean value has been computed that impacted code will read. Pointers stay as they are: the VM's addresses mean different objects in the
// two versions. So do values that no expression describes fully.
void Machine::cut(Reg r, Type type, uint32_t leaf) {
  const uint32_t instance = ++leafInstances_[leaf];
  Slot& slot = reg(r);
  leafOf(slot) = 0;
  if (slot.tag() == 0 || type.isPointer()) return;
  const Shadow shadow = shadows_[slot.shadow];
  if (shadow.undefined != 0 || shadow.addressDerived) return;
  const U128 bits = value(Operand::reg(r), type).bits;
  if (type.isFloat() && isNan(bits, type.width)) return;
  // An input cell is its own leaf; a leaf that came through proved code is not the one that the other version has here.
  const bool isSymbol = slot.rel == 0 && pool_.op(shadow.expr) == expr::Op::Symbol;
  if (isSymbol && !pool_.symbol(pool_.symbolOf(shadow.expr)).name.starts_with("leaf!")) return;
  const expr::Sort sort = type.isFloat() ? expr::Sort::floating(type.width) : expr::Sort::bits(type.width);
  const expr::SymbolId symbol = plan_->leaves->symbol(leaf, instance, sort);
  if (symbol.value >= input_.size()) input_.resize(symbol.value + 1, 0);
  input_[symbol.value] = bits;
  const ExprId cell = pool_.symbolExpr(symbol);
  leafOf(slot) = shadowOf(type.width == 1 ? pool_.equal(cell, pool_.bits(1, 1)) : cell);
  ExprId own = shadow.expr.valid() ? shadow.expr : pool_.constant(sortOf(type), bits);
  if (type.width == 1 && pool_.sort(own).isBool()) own = pool_.ite(own, pool_.bits(1, 1), pool_.bits(1, 0));
  RelId rel = slot.rel;
  expandLeaves(own, rel, r);
  if (plan_->anyProved) leafOfSymbol_[symbol] = static_cast<uint32_t>(record_.leaves.size());
  record_.leaves.push_back({symbol, own, rel, bits});
}

// A clean value has a leaf in it only if it was proved the same although impacted code computes it. The leaf is then what it was made of.
void Machine::expandLeaves(ExprId& own, RelId& rel, Reg r) {
  expr::Substitution expand(pool_);
  for (const expr::SymbolId each : pool_.symbolsOf(own)) {
    if (!pool_.symbol(each).name.starts_with("leaf!")) continue;
    CHECK(plan_->anyProved, "a clean value has a leaf in it: " + function_->name + " register " + std::to_string(r) + " at " + place());
    const auto found = leafOfSymbol_.find(each);
    CHECK(found != leafOfSymbol_.end(), "a leaf that was not made in this run");
    const Leaf& leaf = record_.leaves[found->second];
    expand.set(each, leaf.expr);
    rel = tracker_.join(rel, leaf.rel);
  }
  if (!expand.empty()) own = expand(own);
}

void Machine::noteResults(const program::CallInfo& info, const CodeNote& note) {
  if (trace_ != nullptr && !info.results.empty()) noteStep(*(pc_ - 1), reg(info.results[0]).bits);
  const RelId change = note.change == 0 ? 0 : tracker_.dag().change(note.change);
  for (const Reg result : info.results) reg(result).rel = tracker_.join(reg(result).rel, change);
  if (note.leaf != 0 && !info.results.empty()) cut(info.results[0], info.resultTypes[0], note.leaf);
}

void Machine::noteParameters(FunctionId callee) {
  const std::vector<program::Parameter>& parameters = program_.function(callee).parameters;
  const std::vector<CodeNote>& notes = codes_[callee.value].notes->parameters;
  for (size_t k = 0; k < parameters.size(); ++k)
    if (notes[k].leaf != 0) cut(parameters[k].reg, parameters[k].type, notes[k].leaf);
}

// --- memory

void Machine::noteMade(ObjectIndex object, SiteId site) {
  if (!tracking_) return;
  memory_.object(object).site = site;
  memory_.object(object).birth = tracker_.log().now();
}

void Machine::noteMade(ObjectIndex object) {
  if (!tracking_) return;
  const Instruction* inst = pc_ - 1;
  const auto function = static_cast<uint32_t>(function_ - program_.functions.data());
  const auto index = static_cast<uint32_t>(inst - function_->instructions.data());
  const Site::Kind kind = inst->op == program::Op::Alloca    ? Site::Kind::Alloca
                          : inst->op == program::Op::VaStart ? Site::Kind::Variadic
                                                             : Site::Kind::Heap;
  noteMade(object, plan_->effects->pointsTo().siteOf(kind, function, kind == Site::Kind::Variadic ? 0 : index));
  CHECK(memory_.object(object).site.valid(), "an object from a site that the analysis does not know");
}

void Machine::relyOnCells(ObjectIndex index, uint64_t offset, uint64_t bytes) {
  if (!tracking_) return;
  const Object& object = memory_.object(index);
  if (!cellsMatter(object)) return;
  uint32_t since = object.birth;
  if (object.stamps != nullptr) {
    since = UINT32_MAX;
    uint32_t last = UINT32_MAX;
    for (uint64_t i = 0; i < bytes; ++i) {
      const uint32_t stamp = object.stamps[offset + i];
      if (stamp == last) continue;
      last = stamp;
      const Tracker::Stamp known = stamp == 0 ? Tracker::Stamp{0, object.birth} : tracker_.stampOf(stamp);
      rely(known.rel);
      since = std::min(since, known.moment);
    }
  }
  if (plan_->rules.has(Rule::StoredSince)) rely(tracker_.log().since(object.site, since));
}

bool Machine::stampCells(ObjectIndex index, uint64_t offset, uint64_t bytes, RelId extra) {
  if (!tracking_) return true;
  const RelId rel = tracker_.join(pending_, extra);
  Object& object = memory_.object(index);
  const bool isDefault = rel == 0 && tracker_.log().now() == object.birth;
  if (memory_.stamp(object, offset, bytes, isDefault ? 0 : tracker_.stamp(rel))) return true;
  unfinished("memory limit");
  return false;
}

bool Machine::stampCopy(ObjectIndex to, uint64_t toOffset, ObjectIndex from, uint64_t fromOffset, uint64_t bytes) {
  if (!tracking_ || bytes == 0) return true;
  const RelId before = pending_;
  const Object& source = memory_.object(from);
  const auto stampAt = [&](uint64_t i) { return source.stamps == nullptr ? 0 : source.stamps[fromOffset + i]; };
  std::vector<uint32_t> stamps(bytes);
  for (uint64_t first = 0, end = 0; first < bytes; first = end) {
    for (end = first + 1; end < bytes && stampAt(end) == stampAt(first);) ++end;
    pending_ = before;
    relyOnCells(from, fromOffset + first, 1);
    std::fill(stamps.begin() + static_cast<ptrdiff_t>(first), stamps.begin() + static_cast<ptrdiff_t>(end), tracker_.stamp(pending_));
  }
  pending_ = before;
  for (uint64_t first = 0, end = 0; first < bytes; first = end) {
    for (end = first + 1; end < bytes && stamps[end] == stamps[first];) ++end;
    if (memory_.stamp(memory_.object(to), toOffset + first, end - first, stamps[first])) continue;
    unfinished("memory limit");
    return false;
  }
  return true;
}

void Machine::wrote(RelId address) {
  if (tracking_ && address != 0) tracker_.wrote(effectsHere(), address);
}

RelId Machine::relianceOf(program::GlobalId global) {
  pending_ = 0;
  const ObjectIndex object = memory_.ofGlobal(global);
  if (memory_.object(object).size != 0) relyOnCells(object, 0, memory_.object(object).size);
  // What the static constructors allocated may hang on it.
  if (memory_.object(object).pointers != nullptr)
    for (ObjectIndex each = memory_.ofGlobal(program::GlobalId(program_.globals.size())); each < memory_.firstDynamic(); ++each)
      if (memory_.object(each).alive && memory_.object(each).size != 0) relyOnCells(each, 0, memory_.object(each).size);
  return pending_;
}

}  // namespace cleave::vm
