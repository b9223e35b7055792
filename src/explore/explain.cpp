#include "explore/explain.h"

#include <algorithm>
#include <chrono>
#include <unordered_set>

#include "explore/entry_groups.h"
#include "groups/nice.h"
#include "program/facts.h"
#include "solver/scan.h"

namespace cleave::explore {

namespace {

using expr::ExprId;
using vm::Decision;
using vm::DecisionKind;

// Nodes of a conjunction, shared ones once.
size_t countNodes(const expr::ExprPool& pool, const std::vector<ExprId>& conjunction) {
  std::vector<ExprId> queue = conjunction;
  std::unordered_set<ExprId> seen(queue.begin(), queue.end());
  for (size_t k = 0; k < queue.size(); ++k)
    for (const ExprId operand : pool.operands(queue[k]))
      if (seen.insert(operand).second) queue.push_back(operand);
  return seen.size();
}

class Explainer {
 public:
  Explainer(Workbench& bench, Explanation& explanation) : task_(bench.task()), bench_(bench), result_(explanation) {}

  void run() {
    const std::set<std::string> differing(result_.comparison.differing.begin(), result_.comparison.differing.end());
    for (const Side side : kSides) conditions_.of(side) = condition(side, differing);
    result_.beforeLiterals = conditions_.before.size();
    result_.afterLiterals = conditions_.after.size();
    const auto started = std::chrono::steady_clock::now();
    suspectBranchesOf(Side::After);
    result_.mirrored = result_.suspects.empty();
    if (result_.mirrored) suspectBranchesOf(Side::Before);
    result_.solverSeconds = std::chrono::duration<double>(std::chrono::steady_clock::now() - started).count();
    rank();
  }

 private:
  // The decisions that the differing observations rely on, or all of them, each literal once, in the order of the run.
  std::vector<Decision> condition(Side side, const std::set<std::string>& differing) {
    const vm::Run& run = side == Side::Before ? result_.run.before : result_.run.after;
    std::vector<Decision> decisions;
    if (bench_.tracking() == nullptr) {
      decisions = run.decisions;
    } else {
      const Roots roots = rootsOf(result_.run, differing);
      const vm::Vm& vm = side == Side::Before ? bench_.runner().before() : bench_.runner().after();
      for (const uint32_t index : vm.flatten(side == Side::Before ? roots.before : roots.after).decisions)
        decisions.push_back(run.decisions[index]);
    }
    return withoutRepeats(std::move(decisions));
  }

  void suspectBranchesOf(Side side) {
    std::vector<ExprId> question;
    std::unordered_set<ExprId> given;
    for (const Decision& each : conditions_.of(otherSide(side))) {
      question.push_back(each.literal);
      given.insert(each.literal);
    }
    for (const Decision& each : conditions_.of(side)) {
      if (bench_.budget().exhausted()) return;
      const bool steers = each.kind == DecisionKind::Branch || each.kind == DecisionKind::Switch || each.kind == DecisionKind::CallTarget;
      if (steers && !given.contains(each.literal)) ask(question, side, each);
      question.push_back(each.literal);
    }
  }

  void ask(std::vector<ExprId> question, Side side, const Decision& decision) {
    question.push_back(task_.pool.notOf(decision.literal));
    ++result_.questions;
    result_.formulaNodes += countNodes(task_.pool, question);
    const Seconds limit = bench_.limit(1);
    solver::Solution solution = bench_.solver().solve(question, limit);
    result_.undecided += solution.answer == solver::Answer::Unknown ? 1 : 0;
    if (solution.answer != solver::Answer::Satisfiable) return;
    Suspect suspect;
    suspect.side = side;
    const bool isUsers = decision.userFunction.valid();
    suspect.function = isUsers ? decision.userFunction : decision.function;
    suspect.instruction = isUsers ? decision.userInstruction : decision.instruction;
    suspect.literal = decision.literal;
    suspect.alternative = bench_.small().smaller(question, std::move(solution.model), limit * 0.2);
    makeNicer(question, suspect.alternative);
    suspect.run = bench_.run(suspect.alternative, vm::Mode::Concrete);
    suspect.agrees = suspect.run.finished() && compare(task_.pool, suspect.run.shownBefore(), suspect.run.shownAfter()).equal;
    suspect.isChanged = isChanged(side, decision);
    add(std::move(suspect));
  }

  void makeNicer(std::vector<ExprId> question, expr::Assignment& input) const {
    question.insert(question.end(), task_.entry.domain.begin(), task_.entry.domain.end());
    if (!solver::FunctionFinder(task_.pool).anyHoldsFunction(question)) input = groups::nicer(task_.pool, cellsOf(task_.entry), question, std::move(input), bench_.budget());
  }

  // A branch may be asked about in every iteration of a loop; one answer is enough, the best.
  void add(Suspect suspect) {
    const auto placeOf = [&](const Suspect& each) {
      const program::Program& program = each.side == Side::Before ? task_.before : task_.after;
      const program::SourceLoc& loc = program.function(each.function).instructions[each.instruction].loc;
      return std::tuple(each.function, loc.file, loc.line);
    };
    for (Suspect& known : result_.suspects) {
      if (placeOf(known) != placeOf(suspect)) continue;
      if (suspect.agrees && !known.agrees) known = std::move(suspect);
      return;
    }
    result_.suspects.push_back(std::move(suspect));
  }

  // The branch, or one of the instructions that compute its condition from memory, parameters and calls.
  bool isChanged(Side side, const Decision& decision) const {
    const program::Program& program = side == Side::Before ? task_.before : task_.after;
    const std::vector<change::InstructionMarks>& marks = side == Side::Before ? task_.changes.marks.before : task_.changes.marks.after;
    const program::Function& function = program.function(decision.function);
    const std::vector<uint32_t>& own = marks[decision.function.value].instructions;
    std::vector<program::InstIndex> queue{decision.instruction};
    std::set<program::InstIndex> seen(queue.begin(), queue.end());
    for (size_t k = 0; k < queue.size(); ++k) {
      if (own[queue[k]] != 0) return true;
      for (const program::Operand operand : program::operandsOf(program, function, function.instructions[queue[k]])) {
        if (!program::isRegister(operand)) continue;
        const program::Definition& by = function.facts.definitions[operand.index()];
        const bool isOwnResult =
            by.kind == program::Definition::Kind::Instruction && function.instructions[by.index].dst == operand.index();
        if (isOwnResult && seen.insert(by.index).second) queue.push_back(by.index);
      }
    }
    return false;
  }

  // An input on which the versions agree shows the branch to be the cause; next comes changed code.
  void rank() {
    std::vector<Suspect>& suspects = result_.suspects;
    std::stable_sort(suspects.begin(), suspects.end(), [](const Suspect& x, const Suspect& y) {
      return std::pair(x.agrees, x.isChanged) > std::pair(y.agrees, y.isChanged);
    });
  }

  const Task& task_;
  Workbench& bench_;
  Explanation& result_;
  Both<std::vector<Decision>> conditions_;
};

}  // namespace

std::optional<Explanation> explain(const Task& task, const Options& options, const expr::Assignment& input, std::string& why,
                                   const StopFlag* stop) {
  Workbench bench(task, options, stop);
  std::optional<Classified> found = classify(bench, input, why);
  if (!found) return std::nullopt;
  Explanation explanation;
  explanation.run = std::move(found->run);
  explanation.comparison = compare(task.pool, explanation.run.shownBefore(), explanation.run.shownAfter());
  explanation.changes = std::move(found->claim.changes);
  if (!explanation.comparison.equal) Explainer(bench, explanation).run();
  return explanation;
}

}  // namespace cleave::explore
