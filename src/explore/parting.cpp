#include "explore/parting.h"

#include <set>
#include <unordered_map>

#include "explore/pair_runner.h"
#include "explore/tracking.h"
#include "program/facts.h"
#include "support/both.h"

namespace cleave::explore {

namespace {

using program::Instruction;
using program::Op;
using vm::TraceStep;

constexpr size_t kMostValues = 50;

// The steps of user code that have a partner in the other version, named by the place in before.
class Matched {
 public:
  explicit Matched(const Task& task) : task_(task) {
    for (const change::FunctionPair& pair : task.changes.functions) {
      ofBefore_.emplace(pair.before.value, &pair);
      ofAfter_.emplace(pair.after.value, AfterPair{&pair, {}});
    }
  }

  using Place = std::pair<uint32_t, uint32_t>;
  struct Step {
    Place place;
    const TraceStep* step;
  };

  std::vector<Step> ofBefore(const vm::Trace& trace) const {
    std::vector<Step> steps;
    for (const TraceStep& step : trace.steps) {
      const auto pair = ofBefore_.find(step.function.value);
      if (pair == ofBefore_.end() || task_.before.function(step.function).fromModels) continue;
      const std::vector<uint32_t>& partners = pair->second->matching.instructions;
      if (step.instruction < partners.size() && partners[step.instruction] != change::Matching::kNone)
        steps.push_back({{step.function.value, step.instruction}, &step});
    }
    return steps;
  }

  std::vector<Step> ofAfter(const vm::Trace& trace) {
    std::vector<Step> steps;
    for (const TraceStep& step : trace.steps) {
      const auto pair = ofAfter_.find(step.function.value);
      if (pair == ofAfter_.end() || task_.after.function(step.function).fromModels) continue;
      const std::vector<uint32_t>& partners = partnersOf(pair->second);
      if (step.instruction < partners.size() && partners[step.instruction] != change::Matching::kNone)
        steps.push_back({{pair->second.pair->before.value, partners[step.instruction]}, &step});
    }
    return steps;
  }

 private:
  struct AfterPair {
    const change::FunctionPair* pair;
    std::vector<uint32_t> partners;  // by instruction of after; empty until somebody asks
  };

  const std::vector<uint32_t>& partnersOf(AfterPair& of) const {
    if (!of.partners.empty()) return of.partners;
    of.partners.assign(task_.after.function(of.pair->after).instructions.size() + 1, change::Matching::kNone);
    const std::vector<uint32_t>& matched = of.pair->matching.instructions;
    for (size_t i = 0; i < matched.size(); ++i)
      if (matched[i] != change::Matching::kNone) of.partners[matched[i]] = static_cast<uint32_t>(i);
    return of.partners;
  }

  const Task& task_;
  std::unordered_map<uint32_t, const change::FunctionPair*> ofBefore_;
  std::unordered_map<uint32_t, AfterPair> ofAfter_;
};

const Instruction& instructionOf(const program::Program& program, const TraceStep& step) {
  return program.function(step.function).instructions[step.instruction];
}

bool isBranch(Op op) { return op == Op::Branch || op == Op::Switch; }

// A small struct is returned in registers: their bits are no number that a reader knows.
bool returnsScalar(const program::Program& program, const program::Function& function) {
  if (!function.hasSourceSignature || !function.sourceResult.valid()) return true;
  const program::SourceKind kind = program.sourceType(function.sourceResult).kind;
  return kind != program::SourceKind::Struct && kind != program::SourceKind::Union && kind != program::SourceKind::Array;
}

// On its way to a return, or from one: `load; ret` and `call; store`, as clang writes them.
bool movesStruct(const program::Program& program, const program::Function& function, uint32_t index) {
  const Instruction& instruction = function.instructions[index];
  if (instruction.op == Op::Load && index + 1 < function.instructions.size())
    return function.instructions[index + 1].op == Op::Return && !returnsScalar(program, function);
  if (instruction.op != Op::Store || instruction.a.isConstant()) return false;
  const program::Definition& definition = function.facts.definitions[instruction.a.index()];
  if (definition.kind != program::Definition::Kind::Instruction || function.instructions[definition.index].op != Op::Call) return false;
  const program::FunctionId callee = function.calls[function.instructions[definition.index].extra].callee;
  return !callee.valid() || !returnsScalar(program, program.function(callee));
}

// Of what a step computed; nothing where that cannot be shown as a number.
std::optional<program::Type> valueType(const program::Program& program, const TraceStep& step) {
  const program::Function& function = program.function(step.function);
  const Instruction& instruction = function.instructions[step.instruction];
  if (movesStruct(program, function, step.instruction)) return std::nullopt;
  std::optional<program::Type> type = instruction.type;
  if (instruction.op == Op::Return || instruction.op == Op::Call) {
    const program::CallInfo& call = function.calls[instruction.extra];
    const std::vector<program::Type>& types = instruction.op == Op::Return ? call.argumentTypes : call.resultTypes;
    const bool isKnown = instruction.op == Op::Return || call.callee.valid();
    const program::Function& source = instruction.op == Op::Call && isKnown ? program.function(call.callee) : function;
    type = types.size() == 1 && isKnown && returnsScalar(program, source) ? std::optional(types[0]) : std::nullopt;
  } else if (instruction.op == Op::ICmp || instruction.op == Op::FCmp || instruction.op == Op::Branch) {
    type = program::Type::integer(1);
  }
  return type && !type->isPointer() && type->width != 0 && type->width <= 64 ? type : std::nullopt;
}

// The way that a branch took, such that it can be compared with another version's: not by the truth of its condition, since a condition and
// its opposite may stand for each other, but by which of the two blocks it went to, in the order of the source. Of a switch, its value.
U128 directionOf(const program::Program& program, const TraceStep& step) {
  const program::Function& function = program.function(step.function);
  const Instruction& instruction = function.instructions[step.instruction];
  if (instruction.op != Op::Branch) return step.bits;
  const bool isFirstWhenTrue = function.edges[instruction.extra].to < function.edges[instruction.imm].to;
  return (step.bits != 0) == isFirstWhenTrue ? 1 : 0;
}

// Promoted, as C does it before it compares.
bool isWidenedByte(const program::Function& function, program::Operand operand) {
  if (!program::isRegister(operand)) return false;
  const program::Definition& by = function.facts.definitions[operand.index()];
  if (by.kind != program::Definition::Kind::Instruction) return false;
  const Instruction& made = function.instructions[by.index];
  return (made.op == Op::SExt || made.op == Op::ZExt) && made.sourceType.width == 8;
}

bool comparesCharacters(const program::Function& function, const Instruction& instruction) {
  return instruction.type.width == 8 || isWidenedByte(function, instruction.a) || isWidenedByte(function, instruction.b);
}

// The steps of one version between two matched ones: from the last that both versions share, which may itself be where they turn, up to the
// first that they do not.
struct Stretch {
  const program::Program& program;
  const TraceStep* start;  // of the whole run
  const TraceStep* first;
  const TraceStep* end;
  bool isLast;  // the run ends there

  Stretch(const program::Program& of, const vm::Trace& trace, const std::vector<Matched::Step>& steps, size_t k)
      : program(of),
        start(trace.steps.data()),
        first(k == 0 ? start : steps[k - 1].step),
        end(k < steps.size() ? steps[k].step : start + trace.steps.size()),
        isLast(k >= steps.size()) {}

  bool isUsers(const TraceStep& step) const { return !program.function(step.function).fromModels; }

  std::vector<const TraceStep*> branches() const {
    std::vector<const TraceStep*> found;
    for (const TraceStep* step = first; step < end; ++step)
      if (isUsers(*step) && step->hasValue && isBranch(instructionOf(program, *step).op)) found.push_back(step);
    return found;
  }

  // What comes behind a branch.
  program::SourceLoc behind(const TraceStep* branch) const {
    for (const TraceStep* step = branch + 1; step < end; ++step)
      if (isUsers(*step) && instructionOf(program, *step).loc.known()) return instructionOf(program, *step).loc;
    return isLast ? program::SourceLoc{} : instructionOf(program, *end).loc;
  }

  // The way that was taken at `turn`, or if that is none at the end of the stretch: what follows, and the last comparison before.
  Parting::Way way(const TraceStep* turn) const {
    Parting::Way way;
    way.step = static_cast<size_t>((turn != nullptr ? turn : end) - start);
    if (turn != nullptr) {
      way.next = behind(turn);
    } else if (!isLast) {
      way.next = instructionOf(program, *end).loc;
    }
    for (const TraceStep* step = turn != nullptr ? turn : end; step != start;) {
      const Instruction& instruction = instructionOf(program, *--step);
      if (!isUsers(*step) || (instruction.op != Op::ICmp && instruction.op != Op::FCmp)) continue;
      if (instruction.type.isPointer() || instruction.type.width > 64) return way;
      way.decided = instruction.loc;
      way.type = instruction.type;
      way.isOfCharacters = comparesCharacters(program.function(step->function), instruction);
      way.left = step->left;
      way.right = step->right;
      return way;
    }
    return way;
  }
};

// Behind `k` matched steps the next ones are not the same. The versions turned at the first of the branches since then that went another
// way; code that was changed has branches without partner, so these are compared in their order.
Parting::Ways waysOf(const Stretch& before, const Stretch& after) {
  const std::vector<const TraceStep*> x = before.branches(), y = after.branches();
  for (size_t i = 0; i < std::min(x.size(), y.size()); ++i)
    if (directionOf(before.program, *x[i]) != directionOf(after.program, *y[i])) return {before.way(x[i]), after.way(y[i])};
  return {before.way(nullptr), after.way(nullptr)};
}

}  // namespace

Parting partingOf(const Task& task, const Both<vm::Trace>& traces) {
  Matched matched(task);
  const std::vector<Matched::Step> before = matched.ofBefore(traces.before);
  const std::vector<Matched::Step> after = matched.ofAfter(traces.after);
  Parting parting;
  std::set<std::pair<uint32_t, uint32_t>> lines;
  const size_t common = std::min(before.size(), after.size());
  for (size_t k = 0; k < common; ++k) {
    const Instruction& x = instructionOf(task.before, *before[k].step);
    const Instruction& y = instructionOf(task.after, *after[k].step);
    if (before[k].place != after[k].place) {
      parting.ways = waysOf({task.before, traces.before, before, k}, {task.after, traces.after, after, k});
      return parting;
    }
    const std::optional<program::Type> type = valueType(task.before, *before[k].step);
    if (!before[k].step->hasValue || !after[k].step->hasValue || !type) continue;
    const bool branches = isBranch(x.op) && isBranch(y.op);
    const U128 left = branches ? directionOf(task.before, *before[k].step) : before[k].step->bits;
    const U128 right = branches ? directionOf(task.after, *after[k].step) : after[k].step->bits;
    if (left == right || parting.values.size() >= kMostValues) continue;
    if (!y.loc.known() || !lines.emplace(y.loc.file, y.loc.line).second) continue;
    parting.values.push_back({x.loc, y.loc, isBranch(x.op), *type, left, right});
  }
  if (before.size() != after.size())
    parting.ways = waysOf({task.before, traces.before, before, common}, {task.after, traces.after, after, common});
  return parting;
}

Parting findParting(const Task& task, const Options& options, const expr::Assignment& input, const StopFlag* stop) {
  const Tracking tracking(task.before, task.after, task.changes, task.entry, task.pool, Granularity::Output, options.rules);
  PairRunner runner(task.before, task.after, task.changes, task.entry, task.pool, options.limits, &tracking);
  Both<vm::Trace> traces;
  runner.trace(&traces.before, &traces.after);
  (void)runner.run(input, vm::Mode::Symbolic, Budget(options.budget, stop));
  return partingOf(task, traces);
}

}  // namespace cleave::explore
