#include "flow/effects.h"

#include "program/facts.h"
#include "support/check.h"

namespace cleave::flow {

using program::BlockIndex;
using program::CallInfo;
using program::Constant;
using program::Family;
using program::Function;
using program::FunctionId;
using program::InstIndex;
using program::Instruction;
using program::Op;
using program::Operand;

EffectTable::EffectTable(const PointsTo& pointsTo, const Definedness& definedness, const CodeMarks& marks)
    : pointsTo_(pointsTo),
      definedness_(definedness),
      program_(pointsTo.program()),
      marks_(marks),
      controls_(program_.functions.size()),
      endless_(program_.functions.size()),
      recursive_(findRecursive(pointsTo)),
      functions_(program_.functions.size()),
      regions_(program_.functions.size()),
      blocks_(program_.functions.size()) {
  for (const FunctionId id : pointsTo.reached()) {
    const Function& function = program_.function(id);
    controls_[id.value] = controlOf(function);
    endless_[id.value] = findEndless(function, controls_[id.value]);
    regions_[id.value].resize(function.blocks.size());
    blocks_[id.value].resize(function.blocks.size());
  }
  for (bool changed = true; changed;) {
    changed = false;
    for (const FunctionId id : pointsTo.reached())
      for (BlockIndex b = 0; b < program_.function(id).blocks.size(); ++b) {
        if (!controls_[id.value].reachable[b]) continue;
        changed = functions_[id.value].add(ofBlock(id, b)) || changed;
      }
  }
}

const Effects& EffectTable::ofRegion(FunctionId function, BlockIndex branch) const {
  std::unique_ptr<Effects>& known = regions_[function.value][branch];
  if (known != nullptr) return *known;
  known = std::make_unique<Effects>();
  const Control& control = controls_[function.value];
  // Values may leave an irreducible cycle without a phi, so whatever comes behind must be taken to rely on how it was passed.
  if (!control.reducible) known->flags = kEverything;
  for (const BlockIndex block : control.regionOf(branch)) {
    std::unique_ptr<Effects>& own = blocks_[function.value][block];
    if (own == nullptr) own = std::make_unique<Effects>(ofBlock(function, block));
    known->add(*own);
  }
  return *known;
}

Effects EffectTable::ofBlock(FunctionId id, BlockIndex index) const {
  Effects effects;
  const program::Block& block = program_.function(id).blocks[index];
  for (size_t p = 0; p < block.phis.size(); ++p)
    if (!marks_.phis.empty() && (marks_.phis[id.value][index][p] & CodeMarks::kChanged) != 0) effects.flags |= kChanges;
  for (InstIndex i = block.first; i < block.end; ++i) effects.add(ofInstruction(id, i));
  return effects;
}

Effects EffectTable::ofInstruction(FunctionId id, InstIndex index) const {
  const Instruction& i = program_.function(id).instructions[index];
  Effects effects;
  if (const Operand pointer = program::memoryUseOf(i).writes; pointer.present()) effects.writes = pointsTo_.behind(id, pointer);
  if (i.op == Op::Unsupported) effects.flags = kEverything;
  if (i.op == Op::Call) addCall(id, i, effects);
  if (mayTrap(id, i)) effects.flags |= kExits;
  const GoesOn goesOn = this->goesOn(id, index);
  if (goesOn != GoesOn::No) effects.flags |= kExits;
  // A jump is never impacted by itself; that both versions come to a loop without an end in step, nobody has shown.
  if (goesOn == GoesOn::ForEver) effects.flags |= kImpactedExits;
  // Where merged code looks at an undefined value, the versions may do anything.
  if (i.op == Op::Select && (effects.flags & kExits) != 0) effects.flags |= kImpactedExits;
  if (marks_.instructions.empty()) return effects;
  const uint8_t mark = marks_.instructions[id.value][index];
  if ((mark & CodeMarks::kChanged) != 0) effects.flags |= kChanges;
  if ((mark & CodeMarks::kImpacted) != 0)
    effects.flags |= (effects.flags & (kExits | kPrintsStdout | kPrintsStderr | kFrees)) << kImpactedShift;
  return effects;
}

GoesOn EffectTable::goesOn(FunctionId id, InstIndex index) const {
  const Function& function = program_.function(id);
  const BlockIndex block = function.facts.blockOf[index];
  return index + 1 == function.blocks[block].end ? endless_[id.value][block] : GoesOn::No;
}

void EffectTable::addCall(FunctionId id, const Instruction& i, Effects& effects) const {
  const CallInfo& call = program_.function(id).calls[i.extra];
  if (!call.callee.valid()) effects.flags |= kExits;  // the target may be no function
  for (const FunctionId callee : pointsTo_.targets(id, i)) {
    if (program_.function(callee).defined) {
      effects.add(functions_[callee.value]);
      if (recursive_[callee.value]) effects.flags |= kExits;
      for (uint32_t k = 0; k < program_.function(callee).parameters.size() && k < call.arguments.size(); ++k)
        if (program_.function(callee).parameters[k].byValueSize != 0) effects.flags |= kExits;
      continue;
    }
    const LibraryFunction* library = findLibraryFunction(program_.function(callee).name);
    if (library == nullptr) {
      effects.flags |= kEverything;
      continue;
    }
    if (library->ends || (library->traps && libraryMayTrap(id, call, *library))) effects.flags |= kExits;
    if (library->frees) effects.flags |= kFrees;
    effects.flags |= library->prints * uint32_t{kPrintsStdout};
    for (size_t k = 0; k < call.arguments.size() && k < 8; ++k)
      if ((library->writes >> k & 1) != 0) effects.writes.add(pointsTo_.behind(id, call.arguments[k]));
  }
}

// A printing or allocating function looks at its arguments and at constant text only.
bool EffectTable::libraryMayTrap(FunctionId id, const CallInfo& call, const LibraryFunction& library) const {
  if (library.frees || library.writes != 0) return true;
  const Function& function = program_.function(id);
  for (size_t k = 0; k < call.arguments.size(); ++k) {
    const Operand argument = call.arguments[k];
    if (definedness_.mayBeUndefined(id, argument)) return true;
    if (!call.argumentTypes[k].isPointer() || !library.readsArguments) continue;
    if (!argument.isConstant()) return true;
    const Constant& constant = function.constants[argument.index()];
    if (constant.kind != Constant::Kind::Global || !program_.globals[constant.target].constant) return true;
  }
  return false;
}

bool EffectTable::leavesOutLoops() const {
  const auto mayDiffer = [&](FunctionId id, BlockIndex b) {
    const uint8_t mark = marks_.instructions.empty() ? 0 : marks_.instructions[id.value][program_.function(id).blocks[b].end - 1];
    return !marks_.tellImpacted || (mark & CodeMarks::kImpacted) != 0;
  };
  for (const FunctionId id : pointsTo_.reached()) {
    if (program_.function(id).fromModels) continue;
    const std::vector<bool> counted = findCounted(program_.function(id), controls_[id.value]);
    for (BlockIndex b = 0; b < counted.size(); ++b)
      if (counted[b] && mayDiffer(id, b)) return true;
  }
  return false;
}

bool EffectTable::mayTrap(FunctionId id, const Instruction& i) const {
  const auto undefined = [&](Operand operand) { return definedness_.mayBeUndefined(id, operand); };
  switch (familyOf(i.op)) {
    case Family::Division:
      return program::divisionMayTrap(program_.function(id), i);
    case Family::Memory:
      if (i.op == Op::Load) return !isSafeAccess(id, i.a, i.type.bytes(), false);
      if (i.op == Op::Store) return !isSafeAccess(id, i.b, i.type.bytes(), true);
      return i.op == Op::Alloca && i.b.present() && undefined(i.b);
    case Family::Bytes:
    case Family::Unsupported:
      return true;
    case Family::VarArgs:
      return i.op != Op::VaEnd;
    case Family::Call:
      return i.a.present();  // its target
    case Family::Terminator:
      return i.op == Op::Unreachable || ((i.op == Op::Branch || i.op == Op::Switch) && undefined(i.a));
    case Family::Cast:
      return (i.op == Op::FPToSI || i.op == Op::FPToUI) && undefined(i.a);
    case Family::Integer:
    case Family::Comparison:
    case Family::Overflow:
    case Family::Float:
      return false;
    case Family::Move:
      return i.op == Op::Select && i.flag == program::kLooks && undefined(i.a);
  }
  UNREACHABLE("an operation of no family");
}

// At a constant distance within a global or a stack object of this very frame.
bool EffectTable::isSafeAccess(FunctionId id, Operand address, uint64_t bytes, bool write) const {
  const Function& function = program_.function(id);
  uint64_t offset = 0;
  for (int steps = 0; steps < 64; ++steps) {
    if (address.isConstant()) {
      const Constant& constant = function.constants[address.index()];
      if (constant.kind != Constant::Kind::Global) return false;
      const program::Global& global = program_.globals[constant.target];
      offset += constant.bits;
      return global.defined && !(write && global.constant) && offset <= global.size && bytes <= global.size - offset;
    }
    const program::Definition& definition = function.facts.definitions[address.index()];
    if (definition.kind != program::Definition::Kind::Instruction) return false;
    const Instruction& i = function.instructions[definition.index];
    if (i.op == Op::PtrAdd && !i.b.present()) {
      offset += static_cast<uint64_t>(i.imm);
      address = i.a;
    } else if (i.op == Op::Alloca && !i.b.present()) {
      const auto size = static_cast<uint64_t>(i.imm);
      return offset <= size && bytes <= size - offset;
    } else {
      return false;
    }
  }
  return false;
}

}  // namespace cleave::flow
