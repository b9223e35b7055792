// A machine with an entry and input cells for its parameters, for the tests that look into registers and shadows.
#pragma once

#include <memory>

#include "expr/evaluate.h"
#include "program_builder.h"
#include "vm/private/machine.h"

namespace cleave::vm::test {

class MachineFixture {
 public:
  MachineFixture(program::Program program, FunctionId entry, const RunLimits& limits = {}) : program_(std::move(program)) {
    binding_.function = entry;
    for (const program::Parameter& parameter : program_.function(entry).parameters) {
      InputCell cell;
      cell.name = "p" + std::to_string(plan_.cells.size());
      cell.sort = parameter.type.isFloat() ? expr::Sort::floating(parameter.type.width) : expr::Sort::bits(parameter.type.width);
      cell.symbol = pool_.addSymbol({cell.name, cell.sort, true});
      binding_.cellOfParameter.push_back(static_cast<uint32_t>(plan_.cells.size()));
      plan_.cells.push_back(cell);
    }
    machine_ = std::make_unique<Machine>(program_, pool_, limits);
  }
  MachineFixture(const MachineFixture&) = delete;

  Run run(const expr::Assignment& input, Mode mode) { return machine_->run(binding_, plan_, input, mode, budget_); }

  Machine& machine() { return *machine_; }
  expr::ExprPool& pool() { return pool_; }
  const program::Program& program() const { return program_; }
  const InputSpace& plan() const { return plan_; }
  Value value(Typed of) const { return machine_->value(of.operand, of.type); }
  const Shadow& shadow(Typed of) const { return machine_->shadows()[value(of).shadow]; }
  bool satisfies(const Run& run, const expr::Assignment& input) {
    expr::Evaluator evaluator(pool_, input);
    for (const Decision& decision : run.decisions)
      if (!evaluator.holds(decision.literal)) return false;
    return true;
  }

 private:
  program::Program program_;
  expr::ExprPool pool_;
  InputSpace plan_;
  EntryBinding binding_;
  Budget budget_{Seconds(60), nullptr};
  std::unique_ptr<Machine> machine_;
};

}  // namespace cleave::vm::test
