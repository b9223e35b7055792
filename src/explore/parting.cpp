#include "explore/parting.h"

#include <map>
#include <set>

#include "explore/pair_runner.h"
#include "explore/tracking.h"

namespace cleave::explore {

namespace {

using program::Instruction;
using program::Op;
using vm::TraceStep;

constexpr size_t kMostValues = 50;

// The steps of user code that have a partner in the other version, named by the place in before.
class Matched {
 public:
  Matched(const Task& task) : task_(task) {
    for (const change::FunctionPair& pair : task.changes.functions)
      for (size_t i = 0; i < pair.matching.instructions.size(); ++i)
        if (pair.matching.instructions[i] != change::Matching::kNone)
          beforeOf_[{pair.after.value, pair.matching.instructions[i]}] = {pair.before.value, static_cast<uint32_t>(i)};
    for (const auto& [after, before] : beforeOf_) inBefore_.insert(before);
  }

  using Place = std::pair<uint32_t, uint32_t>;
  struct Step {
    Place place;
    const TraceStep* step;
  };

  std::vector<Step> ofBefore(const vm::Trace& trace) const {
    std::vector<Step> steps;
    for (const TraceStep& step : trace.steps) {
      const Place place{step.function.value, step.instruction};
      if (!task_.before.function(step.function).fromModels && inBefore_.contains(place)) steps.push_back({place, &step});
    }
    return steps;
  }

  std::vector<Step> ofAfter(const vm::Trace& trace) const {
    std::vector<Step> steps;
    for (const TraceStep& step : trace.steps) {
      const auto found = beforeOf_.find({step.function.value, step.instruction});
      if (!task_.after.function(step.function).fromModels && found != beforeOf_.end()) steps.push_back({found->second, &step});
    }
    return steps;
  }

 private:
  const Task& task_;
  std::map<Place, Place> beforeOf_;
  std::set<Place> inBefore_;
};

const Instruction& instructionOf(const program::Program& program, const TraceStep& step) {
  return program.function(step.function).instructions[step.instruction];
}

bool isBranch(Op op) { return op == Op::Branch || op == Op::Switch; }

program::Type valueType(const program::Function& function, const Instruction& instruction) {
  if (instruction.op == Op::Return && !function.calls[instruction.extra].argumentTypes.empty())
    return function.calls[instruction.extra].argumentTypes[0];
  const bool isTruth = instruction.op == Op::ICmp || instruction.op == Op::FCmp || instruction.op == Op::Branch;
  return isTruth ? program::Type::integer(1) : instruction.type;
}

// What follows behind `k` matched steps, and the comparison in the user's code that led there.
Parting::Way wayOf(const program::Program& program, const vm::Trace& trace, const std::vector<Matched::Step>& steps, size_t k) {
  Parting::Way way;
  const TraceStep* end = trace.steps.data() + trace.steps.size();
  if (k < steps.size()) {
    end = steps[k].step;
    way.next = instructionOf(program, *end).loc;
  }
  for (const TraceStep* step = end; step != trace.steps.data();) {
    const Instruction& instruction = instructionOf(program, *--step);
    if (program.function(step->function).fromModels || (instruction.op != Op::ICmp && instruction.op != Op::FCmp)) continue;
    if (instruction.type.isPointer() || instruction.type.width > 64) return way;
    way.decided = instruction.loc;
    way.type = instruction.type;
    way.left = step->left;
    way.right = step->right;
    return way;
  }
  return way;
}

}  // namespace

Parting findParting(const Task& task, const Options& options, const expr::Assignment& input, const StopFlag* stop) {
  const Tracking tracking(task.before, task.after, task.changes, task.entry, task.pool, Granularity::Output, options.rules);
  PairRunner runner(task.before, task.after, task.changes, task.entry, task.pool, options.limits, &tracking);
  vm::Trace traces[2];
  runner.trace(&traces[0], &traces[1]);
  (void)runner.run(input, vm::Mode::Symbolic, Budget(options.budget, stop));

  const Matched matched(task);
  const std::vector<Matched::Step> before = matched.ofBefore(traces[0]);
  const std::vector<Matched::Step> after = matched.ofAfter(traces[1]);
  Parting parting;
  std::set<std::pair<uint32_t, uint32_t>> lines;
  const size_t common = std::min(before.size(), after.size());
  for (size_t k = 0; k < common; ++k) {
    const Instruction& x = instructionOf(task.before, *before[k].step);
    const Instruction& y = instructionOf(task.after, *after[k].step);
    if (before[k].place != after[k].place) {
      parting.ways = {wayOf(task.before, traces[0], before, k), wayOf(task.after, traces[1], after, k)};
      return parting;
    }
    const program::Type type = valueType(task.before.function(before[k].step->function), x);
    if (!before[k].step->hasValue || !after[k].step->hasValue || type.isPointer() || type.width > 64) continue;
    if (before[k].step->bits == after[k].step->bits || parting.values.size() >= kMostValues) continue;
    if (!y.loc.known() || !lines.emplace(y.loc.file, y.loc.line).second) continue;
    parting.values.push_back({x.loc, y.loc, isBranch(x.op), type, before[k].step->bits, after[k].step->bits});
  }
  if (before.size() != after.size())
    parting.ways = {wayOf(task.before, traces[0], before, common), wayOf(task.after, traces[1], after, common)};
  return parting;
}

}  // namespace cleave::explore
