#include "vm/run.h"

#include "vm/private/machine.h"

namespace cleave::vm {

Vm::Vm(const program::Program& program, expr::ExprPool& pool, const RunLimits& limits)
    : machine_(std::make_unique<Machine>(program, pool, limits)) {}

Vm::~Vm() = default;

Run Vm::run(const EntryBinding& entry, const InputSpace& plan, const expr::Assignment& input, Mode mode, const Budget& budget) {
  return machine_->run(entry, plan, input, mode, budget);
}

void Vm::track(const TrackPlan* plan) { machine_->track(plan); }

void Vm::trace(Trace* trace) { machine_->trace(trace); }

RelId Vm::relianceOf(program::GlobalId global) { return machine_->relianceOf(global); }

RelianceDag::Flat Vm::flatten(std::span<const RelId> roots) const { return machine_->flatten(roots); }

void Vm::setLimits(const RunLimits& limits) { machine_->setLimits(limits); }
void Vm::leavePointersOpen(const std::set<program::GlobalId>& globals, const std::set<program::GlobalId>& atStart) {
  machine_->leavePointersOpen(globals, atStart);
}

void Vm::watchOverwriting() { machine_->memory().keepWhatIsOverwritten(); }

std::vector<ObservedCell> Vm::observeGlobal(program::GlobalId global, Run& run) { return machine_->observeGlobal(global, run); }

std::span<const uint8_t> Vm::bytesOf(program::GlobalId global) const {
  const Memory& memory = machine_->memory();
  const Object& object = memory.object(memory.ofGlobal(global));
  return {object.bytes.get(), object.bytes == nullptr ? 0 : object.size};
}

bool Vm::executed(program::FunctionId function, program::BlockIndex block) const { return machine_->executed(function, block); }

}  // namespace cleave::vm
