#include "explore/property_walk.h"

#include <algorithm>
#include <map>

namespace cleave::explore {

using expr::Assignment;
using expr::ExprId;
using Fate = PropertyCheck::Fate;

namespace {

constexpr double kCoveragePatience = 6;  // the coverage question may take so many times the limit of an ordinary one
constexpr Seconds kJointPatience{1};     // for a question of several marks; halved with them
constexpr double kJointShare = 0.05;     // of the time of a walk, at most, for such a question
constexpr double kAloneShare = 0.5;      // the same where the walk is for one property
constexpr Seconds kLeastPatience{0.25};
constexpr unsigned kLeaveOutTimes = 6;   // members of one partition that do not count, until it is given up

}  // namespace

result::Criterion onlyMarks(const std::vector<uint32_t>& properties) {
  result::Criterion criterion;
  criterion.marks.insert(markOfCut());
  for (const uint32_t property : properties) criterion.marks.insert(markOf(property));
  return criterion;
}

PropertyWalk::PropertyWalk(Workbench& bench, Entry& entry, const PropertyRules& rules, std::vector<PropertyCheck>& checks)
    : bench_(bench), entry_(entry), rules_(rules), checks_(checks), flips_(bench) {}

bool PropertyWalk::walk(const std::vector<size_t>& wanted, const Budget& budget) {
  start(wanted);
  while (!wanted_.empty() && !isOver(budget)) {
    std::optional<Assignment> input = pick(budget);
    if (!input) break;
    if (cover_->covers(*input)) continue;
    PairRun run = bench_.run(*input);
    if (!run.finished() && budget.exhausted()) break;
    look(*input, std::move(run), budget);
  }
  if (!covered_ && stopReason_.empty()) isOver(budget);
  for (const size_t k : wanted_) {
    PropertyCheck& check = checks_[k];
    if (!check.reason.empty()) continue;
    if (!covered_)
      check.reason = stopReason_;
    else if (!reached_.contains(k))
      check.reason = kNobodyComes;
    else
      check.fate = cut_ ? Fate::HoldsToCut : Fate::Holds;
  }
  return std::ranges::none_of(wanted, [&](size_t k) { return isOpen(k); });
}

void PropertyWalk::start(const std::vector<size_t>& wanted) {
  isAlone_ = wanted.size() == 1;
  wanted_.clear();
  for (const size_t k : wanted) {
    if (!isOpen(k)) continue;
    checks_[k].reason.clear();
    wanted_.push_back(k);
  }
  reached_.clear();
  paths_.clear();
  cover_.emplace(bench_.pool());
  frontier_ = {};
  cut_ = covered_ = false;
  outside_.reset();
  openReason_.clear();
  stopReason_.clear();
  watch();
}

// Marks of properties that are not wanted any more do not count any more; nor do those of which one hard question has left open whether they hold,
// where that is all that counts: it would be asked again in every partition.
void PropertyWalk::watch() {
  std::erase_if(wanted_, [&](size_t k) { return !isOpen(k) || (!rules_.goOnWhenOpen && !checks_[k].reason.empty()); });
  std::vector<uint32_t> properties;
  for (const size_t k : wanted_) properties.push_back(checks_[k].property);
  entry_.criterion = onlyMarks(properties);
}

Seconds PropertyWalk::limit(const Budget& budget, double factor) const {
  return std::min(bench_.options().solverTimeout * factor, std::min(budget.left(), bench_.budget().left()));
}

bool PropertyWalk::isOver(const Budget& budget) {
  const uint64_t most = bench_.options().maxPartitions;
  if (most != 0 && paths_.size() >= most)
    stopReason_ = "the limit of " + std::to_string(most) + " partitions is reached";
  else if (budget.interrupted())
    stopReason_ = "interrupted";
  else if (budget.exhausted() || bench_.budget().exhausted())
    stopReason_ = kBudgetUsedUp;
  return !stopReason_.empty();
}

std::optional<Assignment> PropertyWalk::pick(const Budget& budget) {
  for (Work work; frontier_.pop(work);) {
    if (std::optional<Assignment> input = flips_.solve(paths_[work.path], work)) return input;
    if (isOver(budget)) return std::nullopt;
  }
  return askForUncovered(budget);
}

std::optional<Assignment> PropertyWalk::askForUncovered(const Budget& budget) {
  const ExprId uncovered = cover_->uncovered();
  solver::Solution solution = bench_.solver().solve(std::vector<ExprId>{uncovered}, limit(budget, kCoveragePatience));
  switch (solution.answer) {
    case solver::Answer::Unsatisfiable:
      covered_ = true;
      return std::nullopt;
    case solver::Answer::Unknown:
      if (!isOver(budget)) stopReason_ = "the solver did not decide whether the partitions cover every input (" + solution.reason + ")";
      return std::nullopt;
    case solver::Answer::Satisfiable:
      break;
  }
  return bench_.small().smaller({uncovered}, std::move(solution.model), limit(budget));
}

void PropertyWalk::look(const Assignment& input, PairRun run, const Budget& budget) {
  ++runs_;
  assumptions_.insert(run.after.assumptions.begin(), run.after.assumptions.end());
  Path path{input, {}};
  const bool finished = run.finished();
  if (finished) {
    path.condition = conditionOf(run, budget);
    const bool isUnknown = run.after.outcome.kind == vm::OutcomeKind::Trapped && run.after.outcome.trap == vm::TrapKind::Uninitialised;
    if (rules_.unknownIsOpen && isUnknown)
      leaveOpen("what iterations of a loop leave behind is not known well enough");
    else
      judge(input, run, path.condition.literals, budget);
  } else {
    ++unfinished_;
    const vm::Outcome& outcome = run.stopped();
    if (!outside_) outside_ = run.after.outside;
    leaveOpen(outcome.reason + (outcome.place.empty() ? "" : " at " + outcome.place));
    path.condition = bench_.conditionOfStopped(run);
    path.condition.firstRelation = path.condition.literals.size();
  }
  flips_.queue(frontier_, paths_.size(), path, finished ? result::PartitionKind::Equal : result::PartitionKind::Unfinished, finished);
  cover_->add(path.condition.literals);
  paths_.push_back(std::move(path));
}

// Of runs without a meaning a claim says only how they end, not what they did until then.
Condition PropertyWalk::conditionOf(PairRun& run, const Budget& budget) {
  if (rules_.undefinedCounts && vm::isUndefined(run.after.outcome)) return conditionOfPaths(bench_.pool(), run, false);
  return bench_.claimOf(run, limit(budget)).condition;
}

// An input that was not followed to its end: of what is still open nothing can be proved, but it can be broken.
void PropertyWalk::leaveOpen(const std::string& why) {
  if (openReason_.empty()) openReason_ = why;
  for (const size_t k : wanted_)
    if (checks_[k].reason.empty()) checks_[k].reason = why;
  if (!rules_.goOnWhenOpen) wanted_.clear();
}

void PropertyWalk::judge(const Assignment& input, const PairRun& run, const std::vector<ExprId>& literals, const Budget& budget) {
  isUndefined_ = hasNoMeaning(run.after.outcome);
  if (isUndefined_ && !rules_.undefinedCounts) return;
  std::map<std::string, const vm::ObservedCell*> marks;
  for (const vm::ObservedCell& cell : run.afterGlobals)
    if (cell.name.starts_with(program::kPropertyMark)) marks.emplace(result::rootOf(cell.name), &cell);
  if (marks.contains(markOfCut())) cut_ = true;
  std::vector<Mark> set, open;
  for (const size_t k : wanted_) {
    const auto found = marks.find(markOf(checks_[k].property));
    if (found == marks.end()) continue;
    const vm::ObservedCell& mark = *found->second;
    reached_.insert(k);
    if (mark.kind != vm::ObservedCell::Kind::Scalar) {
      checks_[k].reason = "what it is computed from is not initialised";
      continue;
    }
    expr::ExprPool& pool = bench_.pool();
    const ExprId isSet = mark.expr.valid() ? pool.notOf(pool.equal(mark.expr, pool.constant(mark.sort, 0))) : pool.boolean(mark.bits != 0);
    if (mark.bits != 0) set.push_back({k, isSet});
    if (!pool.isFalse(isSet)) open.push_back({k, isSet});
  }
  breakAll(set, input, literals, budget);
  std::erase_if(open, [&](const Mark& mark) { return !isOpen(mark.check); });
  const Seconds whole = budget.spent() + budget.left();
  const Seconds patience = isAlone_ ? std::max(kLeastPatience, whole * kAloneShare) : std::clamp(whole * kJointShare, kLeastPatience, kJointPatience);
  for (std::vector<Mark>& group : related(literals, open)) ask(literals, std::move(group), patience, budget);
  watch();
}

std::vector<ExprId> PropertyWalk::question(const std::vector<ExprId>& literals, const std::vector<Mark>& marks) {
  expr::ExprPool& pool = bench_.pool();
  std::vector<ExprId> all = literals;
  for (const ExprId condition : leftOut_) all.push_back(pool.notOf(condition));
  ExprId any = pool.boolean(false);
  for (const Mark& mark : marks) any = pool.orOf(any, mark.isSet);
  all.push_back(any);
  return all;
}

// Those that rest on the same part of the input are asked together: what is easy to say of one part must not wait for what is hard to say of
// another.
std::vector<std::vector<PropertyWalk::Mark>> PropertyWalk::related(const std::vector<ExprId>& literals, const std::vector<Mark>& marks) {
  expr::ExprPool& pool = bench_.pool();
  std::map<expr::SymbolId, expr::SymbolId> parents;
  const auto root = [&](expr::SymbolId symbol) {
    for (auto up = parents.find(symbol); up != parents.end() && up->second != symbol; up = parents.find(symbol)) symbol = up->second;
    return symbol;
  };
  const std::vector<ExprId>& domain = entry_.domain;
  for (const std::vector<ExprId>* list : {&literals, &domain})
    for (const ExprId literal : *list) {
      const std::vector<expr::SymbolId>& symbols = pool.symbolsOf(literal);
      for (size_t k = 1; k < symbols.size(); ++k) parents[root(symbols[k])] = root(symbols[0]);
    }
  std::map<std::set<expr::SymbolId>, std::vector<Mark>> groups;
  for (const Mark& mark : marks) {
    std::set<expr::SymbolId> roots;
    for (const expr::SymbolId symbol : pool.symbolsOf(mark.isSet)) roots.insert(root(symbol));
    groups[roots].push_back(mark);
  }
  std::vector<std::vector<Mark>> result;
  for (auto& [roots, group] : groups) result.push_back(std::move(group));
  return result;
}

void PropertyWalk::ask(const std::vector<ExprId>& literals, std::vector<Mark> marks, Seconds patience, const Budget& budget) {
  for (unsigned leftOut = 0; !marks.empty();) {
    const size_t leftOutBefore = leftOut_.size();
    const solver::Solution solution = bench_.solver().solve(question(literals, marks), std::min(patience, limit(budget)));
    if (solution.answer == solver::Answer::Unsatisfiable) return;
    if (solution.answer == solver::Answer::Unknown) return askApart(literals, marks, solution.reason, patience, budget);
    expr::Evaluator evaluator(bench_.pool(), solution.model);
    std::vector<Mark> broken;
    for (const Mark& mark : marks)
      if (evaluator.holds(mark.isSet)) broken.push_back(mark);
    breakAll(broken, solution.model, literals, budget);
    std::erase_if(marks, [&](const Mark& mark) { return !isOpen(mark.check); });
    if (leftOut_.size() == leftOutBefore || ++leftOut < kLeaveOutTimes) continue;
    // Nothing can be proved of them here; elsewhere they may still be broken.
    for (const Mark& mark : marks)
      if (checks_[mark.check].reason.empty()) checks_[mark.check].reason = rules_.leftOutReason;
    return;
  }
}

// One hard question must not cost all.
void PropertyWalk::askApart(const std::vector<ExprId>& literals, const std::vector<Mark>& marks, const std::string& why,
                            Seconds patience, const Budget& budget) {
  if (marks.size() == 1 || budget.exhausted()) {
    for (const Mark& mark : marks)
      if (checks_[mark.check].reason.empty()) checks_[mark.check].reason = std::string(kNotDecided) + " (" + why + ")";
    return;
  }
  const auto middle = marks.begin() + static_cast<ptrdiff_t>(marks.size() / 2);
  const Seconds less = std::max(kLeastPatience, patience * 0.5);
  ask(literals, {marks.begin(), middle}, less, budget);
  ask(literals, {middle, marks.end()}, less, budget);
}

void PropertyWalk::breakAll(const std::vector<Mark>& marks, const Assignment& input, const std::vector<ExprId>& literals,
                            const Budget& budget) {
  if (marks.empty() || !countsAsBroken(input)) return;
  for (const Mark& mark : marks) {
    PropertyCheck& check = checks_[mark.check];
    if (check.fate == Fate::Broken) continue;
    check.fate = Fate::Broken;
    check.reason.clear();
    check.input = input;
    check.isDefined = !isUndefined_;
    if (!rules_.smallInputs) continue;
    Assignment smaller = bench_.small().smaller(question(literals, {mark}), input, limit(budget));
    if (countsAsBroken(smaller)) check.input = std::move(smaller);
  }
}

bool PropertyWalk::countsAsBroken(const Assignment& input) {
  if (!rules_.leftOut) return true;
  const std::optional<ExprId> condition = rules_.leftOut(input);
  if (condition) leftOut_.push_back(*condition);
  return !condition;
}

}  // namespace cleave::explore
