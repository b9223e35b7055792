#include "explore/record.h"

#include <algorithm>

#include "explore/describe.h"
#include "explore/entry_groups.h"
#include "explore/example_runs.h"
#include "explore/examples.h"
#include "explore/guarantee.h"
#include "explore/intention.h"
#include "explore/marks.h"
#include "explore/part_place.h"
#include "explore/reach.h"
#include "explore/relied_lines.h"
#include "explore/share.h"
#include "explore/unseen.h"
#include "explore/vocabulary.h"
#include "expr/print.h"
#include "support/check.h"
#include "support/text.h"

namespace cleave::explore {

using expr::Assignment;
using expr::ExprId;
using result::PartitionKind;
using result::sentence;
using result::Verdict;

namespace {

constexpr double kProofPatience = 0.4;  // the question whether observations are equal for all leaves may take so many times the usual limit

constexpr double kMarkPatience = 0.1;

constexpr size_t kMostWaiting = 64;  // partitions whose native runs are not over: each keeps its runs in the VM
constexpr Seconds kLastRuns{1};      // past the budget, in which an entry has two seconds for all that is left to do

// A note may list every byte of an object. Cut between characters.
std::string shortened(std::string note) {
  constexpr size_t kMost = 400;
  if (note.size() <= kMost) return note;
  size_t end = kMost;
  while (end > 0 && (static_cast<unsigned char>(note[end]) & 0xc0) == 0x80) --end;
  return note.substr(0, end) + "…";
}

// Every literal was true when it was made; if one is not, our expressions are wrong and nothing may be claimed.
void checkHolds(const expr::ExprPool& pool, const Path& path) {
  expr::Evaluator evaluator(pool, path.input);
  for (const ExprId literal : path.condition.literals)
    CHECK(evaluator.holds(literal), "a literal of a run does not hold on the run's own input: " + expr::toCText(pool, literal));
}

std::string fewOf(const std::set<std::string>& names) {
  constexpr size_t kShown = 3;
  const std::vector<std::string> first(names.begin(), std::next(names.begin(), static_cast<ptrdiff_t>(std::min(kShown, names.size()))));
  return join(first, ", ") + (names.size() > kShown ? " and " + std::to_string(names.size() - kShown) + " more" : "");
}

// What of a version's undefined behaviour a reader wants to know first.
std::string undefinedMark(const PairRun& run) {
  const bool before = isUndefined(run.before.outcome), after = isUndefined(run.after.outcome);
  return before && after ? "undefined in both" : before ? "before is undefined here" : "after is undefined here";
}

}  // namespace

// --- one partition

Record::Found Record::find(Assignment input, PairRun run) {
  count(run);
  if (!run.finished()) {
    Condition condition = bench_.conditionOfStopped(run, !followsBoth());
    return unfinished(input, std::move(condition), std::move(run));
  }
  Claim claim = claimOf(run);
  makeReadable(input, run, claim);
  if (listeners_.finished) listeners_.finished(run);
  if (claim.condition.literals.size() > bench_.options().maxLiterals) {
    Condition condition = conditionOfPaths(bench_.pool(), run, !followsBoth());
    return unfinished(input, std::move(condition), std::move(run));
  }
  std::vector<Statement> statements;
  const result::Intent intent = intentOf(input, run, claim, statements);
  Path path = pathOf(input, claim.condition);
  claim.changes = userChanges(std::move(claim.changes));
  Found found{
      describePartition(bench_.pool(), bench_.task().entry, input, run, claim, &terms_), std::move(path), std::move(run), {}, {}, {}};
  found.partition.intent = intent;
  found.partition.relies = reliedLines(bench_.taskOf(found.run), found.run, claim);
  judge(input, claim, found);
  if (found.partition.kind == PartitionKind::Equal && bench_.options().granularity == Granularity::Differential)
    endsElsewhere_ = endsElsewhere_ || claim.mayEndElsewhere || found.run.mayEndElsewhere() ||
                     (bench_.tracking() != nullptr && bench_.tracking()->mayReturnUndefined());
  if (!listeners_.evidence) return found;
  if (auto relation = stateRelation(bench_.pool(), claim, found.partition.kind, static_cast<uint32_t>(size()), bench_.task().entry.domain))
    statements.push_back(std::move(*relation));
  found.statements = std::move(statements);
  return found;
}

// A witness that is easier to read, with its own runs and what they claim.
void Record::makeReadable(Assignment& input, PairRun& run, Claim& claim) {
  std::optional<Assignment> member = readableMember(claim.condition, input);
  if (!member) return;
  PairRun other = bench_.run(*member);
  if (!other.finished()) return;
  input = std::move(*member);
  run = std::move(other);
  count(run);
  claim = claimOf(run);
}

// Whether all of the partition is intended. If not, a member that is not becomes the witness: then the runs and the claim are its own.
result::Intent Record::intentOf(Assignment& input, PairRun& run, Claim& claim, std::vector<Statement>& statements) {
  const std::optional<Intention>& intention = bench_.task().entry.intention;
  if (!intention || claim.comparison.equal) return result::Intent::Unasked;
  const std::vector<ExprId> question = notIntended(*intention, claim, run, bench_.pool());
  solver::Solution solution = bench_.solver().solve(question, bench_.limit(1));
  if (solution.answer == solver::Answer::Unsatisfiable) {
    statements.push_back(stateIntended(bench_.pool(), question, static_cast<uint32_t>(size()), bench_.task().entry.domain));
    return result::Intent::Inside;
  }
  if (solution.answer == solver::Answer::Unknown) return result::Intent::Open;
  expr::Assignment member = bench_.small().smaller(question, std::move(solution.model), bench_.limit(1));
  PairRun other = bench_.run(member);
  if (!other.finished()) return result::Intent::Open;
  count(other);
  Claim own = claimOf(other);
  if (own.comparison.equal) return result::Intent::Open;
  input = std::move(member);
  run = std::move(other);
  claim = std::move(own);
  return result::Intent::Outside;
}

// What kind of partition it is, beyond what the comparison says: does the difference show natively, is it one at all, where does it lie?
void Record::judge(const Assignment& input, const Claim& claim, Found& found) {
  const bool beforeUndefined = isUndefined(found.run.before.outcome), afterUndefined = isUndefined(found.run.after.outcome);
  const bool isRefined = bench_.options().refines && beforeUndefined;
  const bool mayShow = !(beforeUndefined && afterUndefined) && !isRefined && !claim.comparison.equal;
  if (mayShow && listeners_.confirm) found.confirming = listeners_.confirm(input, found.run);
  if (beforeUndefined || afterUndefined) {
    found.partition.marks.push_back(undefinedMark(found.run));
    if (found.confirming == nullptr) takeBack({}, found.run, found.partition);
  }
  if (found.partition.kind == PartitionKind::Different && !bench_.options().untilDifference) found.marks = marks(input, claim.condition);
}

std::optional<Record::Found> Record::find(const GivenPartition& given) {
  std::vector<ExprId> question = given.literals;
  question.push_back(cover_.uncovered());
  solver::Solution solution = bench_.solver().solve(question, bench_.limit(1));
  if (solution.answer != solver::Answer::Satisfiable) return std::nullopt;
  const Assignment input = bench_.small().smaller(question, std::move(solution.model), bench_.limit(1));
  PairRun run = bench_.run(input, vm::Mode::Concrete);
  count(run);
  assumptions_.insert(given.assumptions.begin(), given.assumptions.end());
  Claim claim;
  claim.comparison.equal = true;  // a run that does not finish says nothing against it
  if (run.finished()) {
    if (listeners_.finished) listeners_.finished(run);
    claim.comparison = compare(bench_.pool(), run.shownBefore(), run.shownAfter());
    CHECK(claim.comparison.equal, "a run differs where the versions were proved equal: " + given.reason);
  }
  claim.condition.literals = given.literals;
  claim.condition.firstFix = claim.condition.firstRelation = given.literals.size();
  claim.changes = userChanges(run.changes);
  claim.reason = given.reason;
  for (Statement statement : given.evidence) {
    statement.partition = static_cast<uint32_t>(size());
    statement.name = "p" + std::to_string(size()) + "-" + statement.name;
    if (listeners_.evidence) listeners_.evidence(statement);
  }
  Path path = pathOf(input, claim.condition);
  return Found{
      describePartition(bench_.pool(), bench_.task().entry, input, run, claim, &terms_), std::move(path), std::move(run), {}, {}, {}};
}

// Those that are not of the code that cleave brings along.
std::vector<uint32_t> Record::userChanges(std::vector<uint32_t> changes) const {
  std::erase_if(changes, [&](uint32_t id) { return bench_.task().changes.changes[id - 1].isOurs; });
  return changes;
}

void Record::count(const PairRun& run) {
  ++statistics_.runs;
  statistics_.steps += run.before.steps + run.after.steps;
  assumptions_.insert(run.before.assumptions.begin(), run.before.assumptions.end());
  assumptions_.insert(run.after.assumptions.begin(), run.after.assumptions.end());
}

// A baseline follows after alone, so its literals must all be there even where before made the same decisions.
Claim Record::claimOf(PairRun& run) { return bench_.claimOf(run, bench_.limit(kProofPatience), !followsBoth()); }

// A member of the partition that is easier to read, if there is one that no other partition has.
std::optional<Assignment> Record::readableMember(const Condition& condition, const Assignment& input) {
  SmallInputs& small = bench_.small();
  if (!followsBoth() || !bench_.options().readableWitnesses || small.isNearZero(input)) return std::nullopt;
  std::optional<Assignment> member = small.find(condition.literals, input, bench_.limit(1));
  if (!member || small.isFartherThan(*member, input) || cover_.covers(*member)) return std::nullopt;
  return member;
}

Path Record::pathOf(const Assignment& input, Condition condition) const {
  Path path{input, std::move(condition)};
  checkHolds(bench_.pool(), path);
  return path;
}

Record::Found Record::unfinished(const Assignment& input, Condition condition, PairRun run) {
  const std::vector<ExprId>& literals = condition.literals;
  if (run.finished()) {
    run.after.outcome = {};
    run.after.outcome.reason = "a path of " + std::to_string(literals.size()) + " decisions";
  }
  condition.firstRelation = literals.size();
  Path path = pathOf(input, std::move(condition));
  const std::vector<ExprId>& all = path.condition.literals;
  const std::vector<ExprId> head(all.begin(), all.begin() + std::min<ptrdiff_t>(std::ssize(all), 200));
  result::Partition partition = describeUnfinished(bench_.pool(), bench_.task().entry, input, run, head, &terms_);
  if (head.size() < all.size()) partition.conditionText += " && …";
  if (unfinishedReason_.empty()) unfinishedReason_ = partition.reason;
  return {std::move(partition), std::move(path), std::move(run), {}, {}, {}};
}

std::vector<std::string> Record::marks(const Assignment& input, const Condition& condition) {
  const CheckedVersion* checked = listeners_.checked ? listeners_.checked() : nullptr;
  return marksOf({bench_.pool(), bench_.solver(), bench_.task().entry, condition.literals, input, checked, bench_.options().limits,
                  bench_.budget(), bench_.limit(kMarkPatience)});
}

// A difference that is not confirmed is none. Undefined behaviour is never agreement: one version's alone is a difference where a native
// run shows one, and otherwise says nothing.
void Record::takeBack(const Confirmation& confirmation, const PairRun& run, result::Partition& partition) {
  const vm::Outcome &before = run.before.outcome, &after = run.after.outcome;
  if (!isUndefined(before) && !isUndefined(after)) {
    partition.kind = PartitionKind::Unfinished;
    partition.reason = "a predicted difference (" + partition.reason + ") did not show natively: " + shortened(confirmation.note);
    return;
  }
  const vm::Outcome& shown = isUndefined(before) ? before : after;
  partition.kind = PartitionKind::Undefined;
  partition.reason =
      undefinedMark(run) + " (" + std::string(vm::toText(shown.trap)) + (shown.place.empty() ? "" : " at " + shown.place) + ")";
}

// That the versions differ on the witness is sure: they did. What was predicted of it was wrong, so of other inputs nothing is.
void Record::showOtherwise(const Confirmation& confirmation, result::Partition& partition) {
  isMispredicted_ = true;
  partition.before.values = confirmation.otherwise->before;
  partition.after.values = confirmation.otherwise->after;
  partition.beforeExpr.clear();
  partition.afterExpr.clear();
  partition.marks.push_back("natively otherwise than predicted: " + shortened(confirmation.note));
}

void Record::add(Found found) {
  found.partition.id = static_cast<uint32_t>(size());
  found.partition.terms = terms_.takeNew();  // also those of partitions that were found and not added
  cover_.add(found.path.condition.literals);
  paths_.push_back(std::move(found.path));
  comesToChange_.push_back(found.run.comesToChange);
  if (found.run.plainChanges) merged_.push_back(paths_.size() - 1);
  places_.push_back(partPlace(bench_.taskOf(found.run), found.run));
  noteTypes(bench_.task().entry, found.run, entry_.vocabulary);
  entry_.partitions.push_back(std::move(found.partition));
  waiting_.push_back({entry_.partitions.size() - 1, std::move(found)});
  settle(kMostWaiting);
}

// --- when native runs are over

// Those that are ready, and then the first ones until no more than `most` are left.
void Record::settle(size_t most) {
  while (!waiting_.empty()) {
    Confirming* confirming = waiting_.front().found.confirming.get();
    if (confirming != nullptr && waiting_.size() <= most && !confirming->isDone(Seconds(0))) return;
    const Confirmation confirmation = confirming == nullptr ? Confirmation{} : confirming->conclude(waiting_.front().found.run);
    Waiting first = std::move(waiting_.front());
    waiting_.pop_front();
    settle(std::move(first), confirmation);
  }
}

// The walk is over. A budget that is used up leaves a moment for native runs, the first of which may wait for a compiler.
void Record::settleAll() {
  settle(waiting_.size());
  const Budget moment(bench_.budget().left() + kLastRuns, bench_.budget().stop());
  while (!waiting_.empty()) {
    Waiting first = std::move(waiting_.front());
    waiting_.pop_front();
    Confirmation confirmation{false, "it was not run, since the time budget is used up"};
    if (first.found.confirming != nullptr && first.found.confirming->isDone(moment.left()))
      confirmation = first.found.confirming->conclude(first.found.run);
    settle(std::move(first), confirmation);
  }
}

void Record::settle(Waiting waiting, const Confirmation& confirmation) {
  Found& found = waiting.found;
  result::Partition& partition = entry_.partitions[waiting.index];
  if (found.confirming != nullptr) {
    partition.confirmed = confirmation.confirmed;
    const bool isDefined = !isUndefined(found.run.before.outcome) && !isUndefined(found.run.after.outcome);
    if (confirmation.otherwise && isDefined) {
      showOtherwise(confirmation, partition);
    } else if (!confirmation.confirmed) {
      takeBack(confirmation, found.run, partition);
    }
    if (partition.kind == PartitionKind::Unfinished && unconfirmedReason_.empty()) unconfirmedReason_ = partition.reason;
  }
  if (partition.kind == PartitionKind::Undefined) {
    if (undefinedReason_.empty()) undefinedReason_ = partition.reason;
    if (!isUndefined(found.run.before.outcome) && worseReason_.empty()) worseReason_ = partition.reason;
  }
  if (partition.kind != PartitionKind::Different) partition.intent = result::Intent::Unasked;
  const bool isClaim = partition.kind == PartitionKind::Equal || partition.kind == PartitionKind::Different;
  const Path& path = paths_[waiting.index];
  if (partition.kind == PartitionKind::Different) {
    if (!statistics_.firstDifferenceSeconds) statistics_.firstDifferenceSeconds = bench_.budget().spent().count();
    // Who waits for a difference does not wait for what else can be said of it: a version with checks may have to be compiled first.
    if (bench_.options().untilDifference) found.marks = marks(path.input, path.condition);
    for (std::string& each : found.marks) partition.marks.push_back(std::move(each));
  }
  if (isClaim && listeners_.evidence)
    for (const Statement& statement : found.statements) listeners_.evidence(statement);
  if (listeners_.partition) listeners_.partition(partition, {path.input, path.condition.literals, found.run});
  ++counts_[static_cast<size_t>(partition.kind)];
  if (result::isUnwanted(partition)) ++unwanted_;
  if (partition.intent == result::Intent::Open) ++openIntents_;
  if (partition.kind == PartitionKind::Equal) {
    const vm::Outcome& outcome = found.run.before.outcome;
    if (endsAtNull(outcome) && nullPlace_.empty()) nullPlace_ = outcome.place;
    equalGoesOn_ = equalGoesOn_ || !endsAtNull(outcome);
  }
  if (!found.run.comesToChange) return;
  reached_ = true;
  equalReached_ = equalReached_ || partition.kind == PartitionKind::Equal;
}

void Record::leaveOutMerged() {
  for (const size_t part : merged_) cover_.leaveOut(part);
  stage_.reset();  // it may have rested on them
}

// --- stages

std::vector<bool> Record::undecided() const {
  std::vector<bool> parts(size());
  for (size_t k = 0; k < size(); ++k) parts[k] = entry_.partitions[k].kind == PartitionKind::Unfinished;
  return parts;
}

void Record::finishStage(const Stages& stages) {
  const std::vector<bool> open = undecided();
  if (std::ranges::find(open, true) != open.end()) {
    const ExprId undecidedInputs = cover_.uncovered(open);
    const solver::Solution solution = bench_.seeker().solve(std::vector<ExprId>{undecidedInputs}, bench_.limit(1));
    if (solution.answer != solver::Answer::Unsatisfiable) return;
  }
  stage_ = stages.told(cover_.symbols());
}

// Whether the verdict may be that of the stage: nothing differs, neither there nor beyond, and something of it was found to be equal where
// a change runs.
bool Record::standsForStage() const {
  if (!stage_ || count(PartitionKind::Different) != 0 || isMispredicted_ || !unconfirmedReason_.empty() || !worseReason_.empty()) return false;
  for (size_t k = 0; k < size(); ++k)
    if (entry_.partitions[k].kind == PartitionKind::Equal && (comesToChange_[k] || !mayReach()) &&
        isInDomain(bench_.pool(), stage_->literals, paths_[k].input))
      return true;
  return false;
}

std::vector<ExprId> Record::domain() const {
  std::vector<ExprId> domain = bench_.task().entry.domain;
  if (stage_) domain.insert(domain.end(), stage_->literals.begin(), stage_->literals.end());
  return domain;
}

// --- all of them

// Of many changes, those that no partition speaks of: each entry of a large program would list them all.
void Record::leaveOutOtherChanges() {
  constexpr size_t kMany = 64;
  if (entry_.changes.size() <= kMany) return;
  std::set<uint32_t> named;
  for (const result::Partition& each : entry_.partitions) named.insert(each.changes.begin(), each.changes.end());
  std::erase_if(entry_.changes, [&](const result::Change& each) { return !named.contains(each.id); });
}

result::EntryResult Record::finish(bool covered, const std::string& stopReason) {
  settleAll();
  std::vector<groups::Grouped> grouped;
  if (bench_.options().summarises) grouped = groupsOf(bench_, entry_.partitions, paths_, places_, covered && !isMispredicted_);
  for (groups::Grouped& each : grouped) entry_.groups.push_back(std::move(each.group));
  chooseExamples(bench_, listeners_, entry_.partitions, paths_, entry_.groups);
  followExamples(bench_, statistics_.steps, entry_.groups);
  const Task& task = bench_.task();
  covered = covered && !isMispredicted_;
  entry_.name = task.entry.name;
  entry_.inputs = describeInputs(task.entry);
  if (!task.entry.domain.empty()) entry_.domain = expr::toSmtTerm(bench_.pool(), bench_.pool().conjunction(task.entry.domain));
  if (task.entry.intention) entry_.intention = task.entry.intention->words;
  entry_.changes = describeChanges(task.changes);
  leaveOutOtherChanges();
  if ((covered && count(PartitionKind::Unfinished) == 0) || !standsForStage()) stage_.reset();
  statistics_.solverQueries = bench_.statistics().queries;
  statistics_.solverUnknown = bench_.statistics().unknown;
  statistics_.solverSeconds = bench_.statistics().time.count();
  statistics_.wallSeconds = bench_.budget().spent().count();
  entry_.statistics = statistics_;
  entry_.guarantee = stateGuarantee({task, bench_.options(), bench_.tracking(), bench_.mergedTracking(), covered,
                                     count(PartitionKind::Unfinished), endsElsewhere_, bench_.runner().ofOneVersion(),
                                     bench_.runner().keptByOne(), bench_.runner().keptInPart(), std::move(assumptions_), stage_ ? &*stage_ : nullptr});
  judge(covered, stopReason);
  entry_.isOutOfReach = covered && entry_.verdict == Verdict::Inconclusive && (isOutOfReach() || stopsAtNull());
  if (bench_.options().summarises) estimate(covered || stage_.has_value());
  giveEvidence(covered);
  if (listeners_.evidence)
    for (uint32_t k = 0; k < grouped.size(); ++k)
      for (const Statement& each : stateExact(bench_.pool(), grouped[k].refuted, k, covered, task.entry.domain)) listeners_.evidence(each);
  return std::move(entry_);
}

bool Record::isOutOfReach() const { return !reached_ && !entry_.guarantee.bounds.empty() && mayReach(); }

// A pointer that the plan does not follow is null on all of them.
bool Record::stopsAtNull() const { return !equalGoesOn_ && !nullPlace_.empty() && !entry_.guarantee.bounds.empty(); }

bool Record::mayReach() const {
  if (reached_) return true;
  if (!mayReach_) mayReach_ = mayComeToChange(bench_.task());
  return *mayReach_;
}

// Why partitions that cover every input, none of them different, prove nothing all the same; empty when they do. What that takes for granted
// joins the guarantee.
std::string Record::vacuity() {
  const Task& task = bench_.task();
  const size_t undefined = count(PartitionKind::Undefined);
  if (undefined != 0 && undefined == size()) return undefinedReason_ + ", on every input";
  if (undefined != 0 && reached_ && !equalReached_) return undefinedReason_ + ", on every input that comes to a change";
  if (isOutOfReach())
    return "no input within the bounds comes to a change, so nothing is known of it: widen them (" + entry_.guarantee.bounds.front() + ")";
  if (stopsAtNull())
    return "every input within the bounds that is not undefined ends at a null pointer (" + nullPlace_ + "), so nothing is known of what comes behind: widen them (" +
           entry_.guarantee.bounds.front() + ")";
  const Unseen unseen = findUnseen(task, bench_.tracking());
  if (!unseen.functions.empty()) entry_.guarantee.assumptions.push_back(sentence(result::Premise::SameByName, fewOf(unseen.functions)));
  for (const std::string& name : unseen.classes) entry_.guarantee.assumptions.push_back(sentence(result::Premise::SameByClass, name));
  return unseen.difference;
}

void Record::judge(bool covered, const std::string& stopReason) {
  const size_t different = count(PartitionKind::Different);
  const size_t unfinished = count(PartitionKind::Unfinished);
  if (unwanted_ != 0 || (different != 0 && isMispredicted_)) {
    entry_.verdict = Verdict::Different;
    entry_.reason = std::to_string(different) + " of " + std::to_string(entry_.partitions.size()) + " partitions differ";
    if (bench_.task().entry.intention) entry_.reason += ", " + std::to_string(unwanted_) + " of them otherwise than intended";
    if (isMispredicted_)
      entry_.reason += ", natively one of them otherwise than predicted (a fault of cleave's; rely on its witness alone)";
  } else if (!unconfirmedReason_.empty()) {
    entry_.verdict = Verdict::Inconclusive;
    entry_.reason = unconfirmedReason_;
  } else if (!worseReason_.empty()) {
    entry_.verdict = Verdict::Inconclusive;
    entry_.reason = worseReason_ + ", and no native run shows it";
  } else if (openIntents_ != 0) {
    entry_.verdict = Verdict::Inconclusive;
    entry_.reason = std::to_string(different) + " of " + std::to_string(entry_.partitions.size()) + " partitions differ, and of " +
                    std::to_string(openIntents_) + " of them the solver could not tell whether that is as intended";
  } else if (covered && unfinished == 0 && different != 0) {
    entry_.verdict = Verdict::Intended;
    entry_.reason =
        std::to_string(different) + " of " + std::to_string(entry_.partitions.size()) + " partitions differ, all of them as intended";
  } else if (covered && unfinished == 0) {
    entry_.reason = vacuity();
    entry_.verdict = entry_.reason.empty() ? Verdict::Equivalent : Verdict::Inconclusive;
    if (entry_.reason.empty()) entry_.reason = "the partitions cover every input, and each is equal";
    if (entry_.verdict == Verdict::Equivalent && count(PartitionKind::Undefined) != 0)
      entry_.reason = "the partitions cover every input, and each in which before is defined is equal";
  } else if (stage_) {
    entry_.reason = vacuity();
    entry_.verdict = entry_.reason.empty() ? Verdict::Equivalent : Verdict::Inconclusive;
    if (entry_.reason.empty())
      entry_.reason = "the partitions cover every input of these sizes, and each " +
                      std::string(count(PartitionKind::Undefined) != 0 ? "in which before is defined " : "") + "is equal; larger ones: " +
                      (stopReason.empty() ? "runs did not finish" : stopReason);
  } else {
    entry_.verdict = Verdict::Inconclusive;
    entry_.reason = covered || (stopReason.empty() && unfinished != 0) ? unfinishedReason_ : stopReason;
    if (!covered && unfinished != 0 && !stopReason.empty()) entry_.reason += "; " + unfinishedReason_;
    if (different != 0) entry_.reason += "; the differences that were found are as intended";
  }
}

void Record::estimate(bool covered) {
  std::vector<SharePart> parts;
  for (size_t i = 0; i < paths_.size(); ++i) parts.push_back({entry_.partitions[i].kind, paths_[i].condition.literals});
  ShareOptions options;
  options.covered = covered;
  options.seed = bench_.options().seed;
  options.domain = domain();
  entry_.shares = estimateShares(bench_.pool(), bench_.task().entry.space, parts, options);
}

void Record::giveEvidence(bool covered) {
  if (!listeners_.evidence) return;
  size_t stated = 0;
  for (const Tracking* each : {bench_.tracking(), bench_.mergedTracking()})
    if (each != nullptr)
      for (const Statement& statement : stateSameValues(*each, stated)) listeners_.evidence(statement), ++stated;
  if (covered || stage_) listeners_.evidence(stateCoverage(cover_, domain(), stage_ ? undecided() : std::vector<bool>()));
}

}  // namespace cleave::explore
