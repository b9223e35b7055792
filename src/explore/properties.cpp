#include "explore/properties.h"

#include <map>
#include <set>

#include "explore/alone.h"
#include "explore/input_source.h"
#include "explore/workbench.h"

namespace cleave::explore {

namespace {

using expr::Assignment;
using expr::ExprId;
using Fate = PropertyCheck::Fate;

constexpr uint64_t kStepsPerTry = 20'000;
constexpr uint64_t kTries = 4'000;

// The marks of a run, by name, whether their type is known ("cleave_property_3") or not ("cleave_property_3[0]"). Those that are not there were
// not written.
std::map<std::string, const vm::ObservedCell*> marksOf(const std::vector<vm::ObservedCell>& globals) {
  std::map<std::string, const vm::ObservedCell*> marks;
  for (const vm::ObservedCell& cell : globals)
    if (cell.name.starts_with(program::kPropertyMark)) marks.emplace(result::rootOf(cell.name), &cell);
  return marks;
}

// Nothing but the marks counts.
Entry onlyMarks(Entry entry, const std::vector<uint32_t>& properties) {
  entry.criterion = {{markOfCut()}, {}};
  for (const uint32_t property : properties) entry.criterion.observed.push_back(markOf(property));
  return entry;
}

std::vector<PropertyCheck> unknown(const std::vector<uint32_t>& properties) {
  std::vector<PropertyCheck> checks;
  for (const uint32_t property : properties) checks.push_back({property, Fate::Undecided, "", std::nullopt, true});
  return checks;
}

// What partitions say of the properties, one by one.
class Judge {
 public:
  Judge(const Task& task, const std::vector<uint32_t>& properties, bool undefinedCounts, const Options& options, const StopFlag* stop)
      : pool_(task.pool),
        chain_(task.pool, stop),
        solver_(chain_, task.entry.domain),
        small_(task.pool, solver_, task.entry.space),
        undefinedCounts_(undefinedCounts),
        limit_(options.solverTimeout),
        checks_(unknown(properties)) {}

  void look(const result::Partition& partition, const FoundPartition& found) {
    if (partition.kind == result::PartitionKind::Unfinished) return leaveOpen(partition.reason);
    const bool isUndefined = partition.kind == result::PartitionKind::Undefined;
    if (isUndefined && !undefinedCounts_) return;
    const auto marks = marksOf(found.run.afterGlobals);
    if (marks.contains(markOfCut())) cut_ = true;
    for (PropertyCheck& check : checks_) {
      if (check.fate == Fate::Broken) continue;
      const auto mark = marks.find(markOf(check.property));
      if (mark == marks.end()) continue;
      reached_.insert(check.property);
      ask(check, *mark->second, found, isUndefined);
    }
  }

  std::vector<PropertyCheck> finish(const result::EntryResult& walk) {
    for (PropertyCheck& check : checks_) {
      if (check.fate == Fate::Broken || !check.reason.empty()) continue;
      if (!walk.guarantee.exhaustive) {
        check.reason = walk.reason;
      } else if (!reached_.contains(check.property)) {
        check.reason = "no input within the bounds comes there";
      } else {
        check.fate = cut_ ? Fate::HoldsToCut : Fate::Holds;
      }
    }
    return std::move(checks_);
  }

 private:
  void leaveOpen(const std::string& why) {
    for (PropertyCheck& check : checks_)
      if (check.fate != Fate::Broken && check.reason.empty()) check.reason = why;
  }

  void ask(PropertyCheck& check, const vm::ObservedCell& mark, const FoundPartition& found, bool isUndefined) {
    if (mark.kind != vm::ObservedCell::Kind::Scalar) {
      check.reason = "what it is computed from is not initialised";
      return;
    }
    if (mark.bits == 0 && !mark.expr.valid()) return;
    std::vector<ExprId> question = found.literals;
    if (mark.expr.valid()) question.push_back(pool_.notOf(pool_.equal(mark.expr, pool_.constant(mark.sort, 0))));
    if (mark.bits != 0) return broken(check, small_.smaller(question, found.input, limit_), isUndefined);
    const solver::Solution solution = solver_.solve(question, limit_);
    if (solution.answer == solver::Answer::Satisfiable)
      return broken(check, small_.smaller(question, solution.model, limit_), isUndefined);
    if (solution.answer == solver::Answer::Unknown && check.reason.empty())
      check.reason = "the solver did not decide whether it holds (" + solution.reason + ")";
  }

  static void broken(PropertyCheck& check, Assignment input, bool isUndefined) {
    check.fate = Fate::Broken;
    check.reason.clear();
    check.input = std::move(input);
    check.isDefined = !isUndefined;
  }

  expr::ExprPool& pool_;
  solver::SolverChain chain_;
  DomainSolver solver_;
  SmallInputs small_;
  bool undefinedCounts_;
  Seconds limit_;
  std::vector<PropertyCheck> checks_;
  std::set<uint32_t> reached_;  // some partition's members come to their places
  bool cut_ = false;
};

}  // namespace

std::string markOf(uint32_t property) { return program::kPropertyMark + std::to_string(property); }
std::string markOfCut() { return std::string(program::kPropertyMark) + "cut"; }

std::vector<PropertyCheck> tryProperties(const Task& task, Side side, const std::vector<uint32_t>& properties, const Options& options,
                                         const StopFlag* stop) {
  Alone alone(task, side);
  alone.entry = onlyMarks(std::move(alone.entry), properties);
  const Task self = alone.task(task.pool);
  Options plain = options;
  plain.granularity = Granularity::Path;  // nothing is tracked
  plain.budget = options.concretePhase;
  plain.limits.steps = std::min(options.limits.steps, kStepsPerTry);
  Workbench bench(self, plain, stop);
  InputSource source(self.entry, self.before, self.after, self.pool, options.seed);
  std::vector<PropertyCheck> checks = unknown(properties);
  for (uint64_t tries = 0; tries < kTries && !bench.budget().exhausted(); ++tries) {
    Assignment input = source.next();
    if (!isInDomain(self.pool, self.entry.domain, input)) continue;
    const PairRun run = bench.run(input, vm::Mode::Concrete);
    if (!run.finished() || vm::isUndefined(run.after.outcome)) continue;
    const auto marks = marksOf(run.afterGlobals);
    for (PropertyCheck& check : checks) {
      const auto mark = marks.find(markOf(check.property));
      if (check.fate == Fate::Broken || mark == marks.end() || mark->second->bits == 0) continue;
      check.fate = Fate::Broken;
      check.input = input;
    }
  }
  return checks;
}

PropertyChecks checkProperties(const Task& task, Side side, const std::vector<uint32_t>& properties, bool undefinedCounts,
                               const Options& options, const Listeners& listeners, const StopFlag* stop) {
  Alone alone(task, side);
  alone.entry = onlyMarks(std::move(alone.entry), properties);
  const Task self = alone.task(task.pool);
  Judge judge(self, properties, undefinedCounts, options, stop);
  Listeners heard = listeners;
  heard.partition = [&](const result::Partition& partition, const FoundPartition& found) {
    judge.look(partition, found);
    if (listeners.partition) listeners.partition(partition, found);
  };
  Options walk = options;
  walk.granularity = Granularity::Output;
  walk.readableWitnesses = false;
  PropertyChecks all;
  all.walk = explore(self, walk, heard, stop);
  all.checks = judge.finish(all.walk);
  return all;
}

}  // namespace cleave::explore
