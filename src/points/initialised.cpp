#include "points/private/initialised.h"

#include <llvm/ADT/PostOrderIterator.h>
#include <llvm/IR/CFG.h>
#include <llvm/IR/InstIterator.h>
#include <llvm/IR/IntrinsicInst.h>
#include <llvm/IR/Module.h>
#include <llvm/IR/Operator.h>

namespace cleave::points {
namespace {

uint64_t sizeOf(const llvm::AllocaInst& variable, const llvm::DataLayout& layout) {
  const auto size = variable.getAllocationSize(layout);
  return size && !size->isScalable() ? size->getFixedValue() : 0;  // 0: a VLA
}

uint64_t bytesPerBit(uint64_t size) { return size <= 64 ? 1 : (size + 63) / 64; }

Mask bitsFrom(uint64_t first, uint64_t last) {  // both included
  Mask mask = 0;
  for (uint64_t bit = first; bit <= last && bit < 64; ++bit) mask |= Mask{1} << bit;
  return mask;
}

constexpr Mask kAll = ~Mask{0};

}  // namespace

Initialised::Initialised(llvm::Function& function, const std::multimap<const llvm::Instruction*, const llvm::AllocaInst*>& declared)
    : layout_(function.getParent()->getDataLayout()) {
  for (const auto& [place, variable] : declared) effects_.insert({place, Effect{variable, true, 0, 0}});  // first at its place
  for (const llvm::Instruction& inst : llvm::instructions(function))
    if (const auto* variable = llvm::dyn_cast<llvm::AllocaInst>(&inst)) {
      variables_.push_back(variable);
      sizes_[variable] = sizeOf(*variable, layout_);
      addUses(*variable, *variable, 0, true);
    }
  const llvm::ReversePostOrderTraversal<llvm::Function*> order(&function);
  atStart_[&function.getEntryBlock()];
  for (bool changed = true; changed;) {
    changed = false;
    for (const llvm::BasicBlock* block : order) {
      State state = atStart_[block];
      for (const llvm::Instruction& inst : *block) apply(inst, state);
      for (const llvm::BasicBlock* next : llvm::successors(block)) {
        const auto [known, isNew] = atStart_.insert({next, state});
        if (isNew || meet(known->second, state)) changed = true;
      }
    }
  }
}

Mask Initialised::maskOf(const llvm::AllocaInst& variable, uint64_t offset, uint64_t bytes) const {
  const uint64_t size = sizes_.at(&variable), unit = bytesPerBit(size);
  if (size == 0) return kAll;
  return bytes == 0 ? 0 : bitsFrom(offset / unit, (offset + bytes - 1) / unit);
}

void Initialised::write(const llvm::Instruction& inst, const llvm::AllocaInst& variable, int64_t offset, uint64_t bytes, bool known) {
  const uint64_t size = sizes_.at(&variable), unit = bytesPerBit(size);
  if (!known || offset < 0 || size == 0) return give(inst, variable);
  if (bytes == 0) return;
  const uint64_t from = uint64_t(offset), end = from + bytes;
  const uint64_t firstFull = (from + unit - 1) / unit, endFull = end >= size ? 64 : end / unit;
  const Mask surely = firstFull < endFull ? bitsFrom(firstFull, endFull - 1) : 0;
  effects_.insert({&inst, Effect{&variable, false, maskOf(variable, from, bytes) | surely, surely}});
}

void Initialised::give(const llvm::Instruction& inst, const llvm::AllocaInst& variable) {
  effects_.insert({&inst, Effect{&variable, false, kAll, 0}});
}

void Initialised::addUses(const llvm::AllocaInst& variable, const llvm::Value& derived, int64_t offset, bool known) {
  for (const llvm::Use& use : derived.uses()) addUse(variable, use, offset, known);
}

void Initialised::addUse(const llvm::AllocaInst& variable, const llvm::Use& use, int64_t offset, bool known) {
  const auto* inst = llvm::dyn_cast<llvm::Instruction>(use.getUser());
  if (inst == nullptr || llvm::isa<llvm::LoadInst>(inst) || llvm::isa<llvm::DbgInfoIntrinsic>(inst)) return;
  if (const auto* store = llvm::dyn_cast<llvm::StoreInst>(inst)) {
    if (use.getOperandNo() == 0) return give(*inst, variable);
    return write(*inst, variable, offset, layout_.getTypeStoreSize(store->getValueOperand()->getType()), known);
  }
  if (const auto* gep = llvm::dyn_cast<llvm::GEPOperator>(inst)) {
    llvm::APInt more(64, 0);
    const bool fixed = gep->accumulateConstantOffset(layout_, more);
    return addUses(variable, *inst, offset + (fixed ? more.getSExtValue() : 0), known && fixed);
  }
  if (llvm::isa<llvm::BitCastInst>(inst) || llvm::isa<llvm::AddrSpaceCastInst>(inst)) return addUses(variable, *inst, offset, known);
  if (const auto* memory = llvm::dyn_cast<llvm::MemIntrinsic>(inst)) {
    if (use.getOperandNo() != 0) return;
    const auto* length = llvm::dyn_cast<llvm::ConstantInt>(memory->getLength());
    return write(*inst, variable, offset, length != nullptr ? length->getZExtValue() : 0, known && length != nullptr);
  }
  if (inst->isLifetimeStartOrEnd()) {
    effects_.insert({inst, Effect{&variable, true, 0, 0}});
    return;
  }
  if (llvm::isa<llvm::ICmpInst>(inst)) return;
  give(*inst, variable);
}

void Initialised::apply(const llvm::Instruction& inst, State& state) const {
  for (auto [each, end] = effects_.equal_range(&inst); each != end; ++each) {
    const Effect& effect = each->second;
    Written& written = state[effect.variable];
    if (effect.clears) written = {};
    written.sure |= effect.surely;
    written.always |= effect.writes;
    written.perhaps |= effect.writes;
  }
}

bool Initialised::meet(State& into, const State& from) const {
  bool changed = false;
  for (const llvm::AllocaInst* variable : variables_) {
    const auto found = from.find(variable);
    const Written other = found == from.end() ? Written{} : found->second;
    Written& mine = into[variable];
    const Written old = mine;
    mine = {old.sure & other.sure, old.always & other.always, old.perhaps | other.perhaps};
    changed |= mine.sure != old.sure || mine.always != old.always || mine.perhaps != old.perhaps;
  }
  return changed;
}

Initialised::State Initialised::before(const llvm::Instruction& place) const {
  const auto start = atStart_.find(place.getParent());
  if (start == atStart_.end()) return {};  // never reached
  State state = start->second;
  for (const llvm::Instruction& inst : *place.getParent()) {
    if (&inst == &place) break;
    apply(inst, state);
  }
  // What is declared right here is, and is not written.
  for (auto [each, end] = effects_.equal_range(&place); each != end; ++each)
    if (each->second.clears) state[each->second.variable] = {};
  return state;
}

}  // namespace cleave::points
