#include "flow/effects.h"

#include "program/facts.h"
#include "support/check.h"

namespace cleave::flow {

using program::BlockIndex;
using program::CallInfo;
using program::Constant;
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
      functions_(program_.functions.size()),
      regions_(program_.functions.size()),
      blocks_(program_.functions.size()) {
  for (const FunctionId id : pointsTo.reached()) {
    const Function& function = program_.function(id);
    controls_[id.value] = controlOf(function);
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
  if (marks_.instructions.empty()) return effects;
  const uint8_t mark = marks_.instructions[id.value][index];
  if ((mark & CodeMarks::kChanged) != 0) effects.flags |= kChanges;
  if ((mark & CodeMarks::kImpacted) != 0)
    effects.flags |= (effects.flags & (kExits | kPrintsStdout | kPrintsStderr | kFrees)) << kImpactedShift;
  return effects;
}

void EffectTable::addCall(FunctionId id, const Instruction& i, Effects& effects) const {
  const CallInfo& call = program_.function(id).calls[i.extra];
  if (!call.callee.valid()) effects.flags |= kExits;  // the target may be no function
  for (const FunctionId callee : pointsTo_.targets(id, i)) {
    if (program_.function(callee).defined) {
      effects.add(functions_[callee.value]);
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

bool EffectTable::mayTrap(FunctionId id, const Instruction& i) const {
  const auto undefined = [&](Operand operand) { return definedness_.mayBeUndefined(id, operand); };
  switch (i.op) {
    case Op::UDiv:
    case Op::SDiv:
    case Op::URem:
    case Op::SRem:
      return program::divisionMayTrap(program_.function(id), i);
    case Op::Load:
      return !isSafeAccess(id, i.a, i.type.bytes(), false);
    case Op::Store:
      return !isSafeAccess(id, i.b, i.type.bytes(), true);
    case Op::MemCpy:
    case Op::MemMove:
    case Op::MemSet:
    case Op::VaStart:
    case Op::VaCopy:
    case Op::Unreachable:
    case Op::Unsupported:
      return true;
    case Op::Branch:
    case Op::Switch:
      return undefined(i.a);
    case Op::Alloca:
      return i.b.present() && undefined(i.b);
    case Op::Call:
      return i.a.present();  // its target
    case Op::FPToSI:
    case Op::FPToUI:
      return undefined(i.a);
      // clang-format off
    case Op::Add: case Op::Sub: case Op::Mul: case Op::Shl: case Op::LShr: case Op::AShr: case Op::And: case Op::Or: case Op::Xor:
    case Op::ICmp: case Op::CtPop: case Op::CtLz: case Op::CtTz: case Op::BSwap: case Op::BitReverse: case Op::Abs: case Op::FShl:
    case Op::FShr: case Op::SMin: case Op::SMax: case Op::UMin: case Op::UMax: case Op::SAddSat: case Op::UAddSat: case Op::SSubSat:
    case Op::USubSat: case Op::SShlSat: case Op::UShlSat: case Op::SAddOverflow: case Op::UAddOverflow: case Op::SSubOverflow:
    case Op::USubOverflow: case Op::SMulOverflow: case Op::UMulOverflow: case Op::FAdd: case Op::FSub: case Op::FMul: case Op::FDiv:
    case Op::FRem: case Op::FNeg: case Op::FCmp: case Op::FAbs: case Op::FSqrt: case Op::FFma: case Op::FFloor: case Op::FCeil:
    case Op::FTrunc: case Op::FRint: case Op::FNearbyInt: case Op::FRound: case Op::FRoundEven: case Op::FMinNum: case Op::FMaxNum:
    case Op::FMinimum: case Op::FMaximum: case Op::FCopySign: case Op::FIsClass: case Op::Trunc: case Op::ZExt: case Op::SExt:
    case Op::FPTrunc: case Op::FPExt: case Op::SIToFP: case Op::UIToFP: case Op::PtrToInt: case Op::IntToPtr: case Op::BitCast:
    case Op::Copy: case Op::Select: case Op::Freeze: case Op::PtrAdd: case Op::VaEnd: case Op::Jump: case Op::Return:
      // clang-format on
      return false;
  }
  UNREACHABLE("not an Op");
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
