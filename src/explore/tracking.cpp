#include "explore/tracking.h"

#include <algorithm>

#include "flow/library.h"
#include "program/facts.h"
#include "vm/observation.h"

namespace cleave::explore {

using change::ImpactSide;
using change::InstructionMarks;
using flow::CodeMarks;
using program::Function;
using program::FunctionId;
using program::GlobalId;
using program::Instruction;
using program::Op;

Tracking::Tracking(const program::Program& before, const program::Program& after, const change::Changes& changes, const Entry& entry,
                   expr::ExprPool& pool, Granularity granularity, vm::Rules rules, Proving proving)
    : cuts_(granularity == Granularity::Differential),
      leaves_(pool),
      before_(std::make_shared<Version>(before, entry.before.function)),
      after_(&before == &after && entry.before.function == entry.after.function ? before_
                                                                                : std::make_shared<Version>(after, entry.after.function)) {
  mayReturnUndefined_ =
      before_->definedness.mayReturnUndefined(entry.before.function) || after_->definedness.mayReturnUndefined(entry.after.function);
  if (cuts_) {
    proving.needCleanInputs = rules.has(vm::Rule::CleanInputs);
    ProvedImpact proved =
        findProvedImpact(changes, {before_->pointsTo, before_->definedness}, {after_->pointsTo, after_->definedness}, pool, proving);
    impact_ = std::move(proved.impact);
    refuted_ = std::move(proved.refuted);
  }
  markCode(*before_, changes.marks.before, impact_.before);
  makePlan(*before_, rules, changes.marks.before, impact_.before);
  if (after_ != before_) {
    markCode(*after_, changes.marks.after, impact_.after);
    makePlan(*after_, rules, changes.marks.after, impact_.after);
  }
  watchGlobals(changes, entry);
}

void Tracking::markCode(Version& version, const std::vector<InstructionMarks>& marks, const ImpactSide& impact) {
  const program::Program& program = version.pointsTo.program();
  version.marks.tellImpacted = cuts_;
  version.marks.instructions.resize(program.functions.size());
  version.marks.phis.resize(program.functions.size());
  for (const FunctionId id : version.pointsTo.reached()) {
    const Function& function = program.function(id);
    std::vector<uint8_t>& own = version.marks.instructions[id.value];
    own.resize(function.instructions.size(), 0);
    for (size_t i = 0; i < own.size(); ++i) {
      if (marks[id.value].instructions[i] != 0) own[i] |= CodeMarks::kChanged;
      if (cuts_ && impact.functions[id.value].instructions[i] != 0) own[i] |= CodeMarks::kImpacted;
    }
    for (size_t b = 0; b < function.blocks.size(); ++b) {
      std::vector<uint8_t>& phis = version.marks.phis[id.value].emplace_back(function.blocks[b].phis.size(), 0);
      for (size_t p = 0; p < phis.size(); ++p)
        if (marks[id.value].phis[b][p] != 0) phis[p] |= CodeMarks::kChanged;
    }
  }
  version.effects = std::make_unique<flow::EffectTable>(version.pointsTo, version.definedness, version.marks);
}

void Tracking::makePlan(Version& version, vm::Rules rules, const std::vector<InstructionMarks>& marks, const ImpactSide& impact) {
  const program::Program& program = version.pointsTo.program();
  version.plan.effects = version.effects.get();
  version.plan.leaves = &leaves_;
  version.plan.leafCount = impact_.leafCount;
  version.plan.rules = rules;
  version.plan.functions.resize(program.functions.size());
  for (const FunctionId id : version.pointsTo.reached()) {
    const Function& function = program.function(id);
    vm::FunctionNotes& notes = version.plan.functions[id.value];
    notes.instructions.resize(function.instructions.size());
    notes.parameters.resize(function.parameters.size());
    notes.leafRegisters.resize(function.registerCount, 0);
    const auto mark = [&](program::Reg reg) {
      const bool mayBeUndefined = version.definedness.mayBeUndefined(id, program::Operand::reg(reg));
      notes.leafRegisters[reg] = mayBeUndefined ? vm::FunctionNotes::kLeafOrUndefined : vm::FunctionNotes::kLeaf;
    };
    const ImpactSide::Function* own = cuts_ ? &impact.functions[id.value] : nullptr;
    for (size_t i = 0; i < notes.instructions.size(); ++i) {
      const Instruction& instruction = function.instructions[i];
      vm::CodeNote& note = notes.instructions[i];
      note.change = marks[id.value].instructions[i];
      note.traps = instruction.op == Op::Call ? callTraps(version, id, instruction) : version.effects->mayTrap(id, instruction);
      if (own == nullptr) continue;
      note.impacted = own->instructions[i] != 0;
      note.proved = own->provedInstructions[i] != 0;
      if (note.proved) note.change = 0;
      version.plan.anyProved = version.plan.anyProved || note.proved;
      note.leaf = own->instructionLeaves[i];
      if (note.leaf != 0) mark(program::resultsOf(function, instruction)[0]);
    }
    for (size_t b = 0; b < function.blocks.size(); ++b) {
      std::vector<vm::CodeNote>& phis = notes.phis.emplace_back(function.blocks[b].phis.size());
      for (size_t p = 0; p < phis.size(); ++p) {
        phis[p].change = marks[id.value].phis[b][p];
        if (own == nullptr) continue;
        phis[p].impacted = own->phis[b][p] != 0;
        phis[p].proved = own->provedPhis[b][p] != 0;
        if (phis[p].proved) phis[p].change = 0;
        version.plan.anyProved = version.plan.anyProved || phis[p].proved;
        phis[p].leaf = own->phiLeaves[b][p];
        if (phis[p].leaf != 0) mark(function.blocks[b].phis[p].dst);
      }
    }
    if (own != nullptr) noteProved(version, id, marks, impact);
    for (size_t k = 0; own != nullptr && k < notes.parameters.size(); ++k) {
      notes.parameters[k].impacted = own->parameters[k] != 0;
      notes.parameters[k].leaf = own->parameterLeaves[k];
      if (notes.parameters[k].leaf != 0) mark(function.parameters[k].reg);
    }
  }
}

// The changes of what was proved, and of the code that computes what it reads.
void Tracking::noteProved(const Version& version, FunctionId id, const std::vector<InstructionMarks>& marks, const ImpactSide& impact) {
  const Function& function = version.pointsTo.program().function(id);
  const ImpactSide::Function& own = impact.functions[id.value];
  std::set<program::Reg> read;
  const auto note = [&](uint32_t change, const auto& operands) {
    if (change != 0) provedChanges_.insert(change);
    for (const program::Operand operand : operands)
      if (program::isRegister(operand)) read.insert(operand.index());
  };
  for (size_t i = 0; i < function.instructions.size(); ++i)
    if (own.provedInstructions[i] != 0)
      note(marks[id.value].instructions[i], program::operandsOf(version.pointsTo.program(), function, function.instructions[i]));
  for (size_t b = 0; b < function.blocks.size(); ++b)
    for (size_t p = 0; p < function.blocks[b].phis.size(); ++p) {
      if (own.provedPhis[b][p] == 0) continue;
      std::vector<program::Operand> operands;
      for (const auto& [from, operand] : function.blocks[b].phis[p].incoming) operands.push_back(operand);
      note(marks[id.value].phis[b][p], operands);
    }
  for (const program::Reg reg : read) {
    const program::Definition& definition = function.facts.definitions[reg];
    if (definition.kind != program::Definition::Kind::Instruction) continue;
    if (const uint32_t change = marks[id.value].instructions[definition.index]; change != 0) provedChanges_.insert(change);
  }
}

bool Tracking::isImpacted(Side side, FunctionId function) const {
  const vm::FunctionNotes& notes = of(side).plan.functions[function.value];
  const auto is = [](const vm::CodeNote& note) { return note.impacted || note.change != 0; };
  return std::ranges::any_of(notes.instructions, is) ||
         std::ranges::any_of(notes.phis, [&](const auto& phis) { return std::ranges::any_of(phis, is); });
}

bool Tracking::callTraps(const Version& version, FunctionId id, const Instruction& call) const {
  const program::Program& program = version.pointsTo.program();
  if (!program.function(id).calls[call.extra].callee.valid()) return true;
  for (const FunctionId callee : version.pointsTo.targets(id, call)) {
    const Function& function = program.function(callee);
    if (function.defined) {
      for (const program::Parameter& parameter : function.parameters)
        if (parameter.byValueSize != 0) return true;
      continue;
    }
    const auto index = static_cast<program::InstIndex>(&call - program.function(id).instructions.data());
    if ((version.effects->ofInstruction(id, index).flags & flow::kExits) != 0) return true;
  }
  return false;
}

void Tracking::watchGlobals(const change::Changes& changes, const Entry& entry) {
  const auto mayWrite = [](const Version& version, FunctionId body, GlobalId global) {
    return version.effects->ofFunction(body).mayWrite(version.pointsTo.siteOf(flow::Site::Kind::Global, global.value));
  };
  for (const change::GlobalMatch& each : changes.globals) {
    if (!program::isObservable(after_->pointsTo.program().global(each.after))) continue;
    // Behind a pointer there may be what the static constructors made; a constant one leads to nothing but other globals, and to functions.
    const bool leads = !before_->pointsTo.program().constructors.empty() && !before_->pointsTo.program().global(each.before).constant &&
                       !before_->pointsTo.contents(before_->pointsTo.siteOf(flow::Site::Kind::Global, each.before.value)).empty();
    if (!mayWrite(*before_, entry.before.body, each.before) && !mayWrite(*after_, entry.after.body, each.after) && !leads) continue;
    const bool clean =
        cuts_ && !leads && !impact_.before.sites.contains(before_->pointsTo.siteOf(flow::Site::Kind::Global, each.before.value));
    globals_.push_back({each.before, each.after, clean});
  }
  // A file that only one version can write; accesses to volatile objects that only one version has; what its inputs alone lead to.
  const auto watchAlone = [&](Side side, const Version& version, FunctionId body) {
    const program::Program& program = version.pointsTo.program();
    for (size_t g = 0; g < program.globals.size(); ++g) {
      const GlobalId id(g);
      const auto isIt = [&](const change::GlobalMatch& each) { return each.of(side) == id; };
      const bool isSeen = vm::outlivesTheRun(program.global(id)) || entry.isOfPlan(program.global(id).name);
      if (!isSeen || std::any_of(changes.globals.begin(), changes.globals.end(), isIt)) continue;
      const Both<GlobalId> alone = inOrder(side, id, GlobalId());
      if (mayWrite(version, body, id)) globals_.push_back({alone.before, alone.after, false});
    }
  };
  watchAlone(Side::Before, *before_, entry.before.body);
  watchAlone(Side::After, *after_, entry.after.body);
}

}  // namespace cleave::explore
