// The walk: pick an input, run both versions, record the partition, queue what is adjacent; when nothing is queued, ask for an input
// outside all partitions. That no such input exists is the proof of exhaustiveness, so the verdict never depends on the walk having been
// right.
//
// What a partition is, claim.h says; at path granularity: the literals of before's path, those of after's path, and the relation of the
// observations. Adjacent inputs come from negating the relation, then each literal of after, then of before, always keeping what stands
// before it; a decision stands before those that rely on it.
#include "explore/explore.h"

#include <algorithm>
#include <memory>
#include <optional>
#include <set>
#include <unordered_set>

#include "explore/claim.h"
#include "explore/compare.h"
#include "explore/concrete_phase.h"
#include "explore/describe.h"
#include "explore/domain.h"
#include "explore/frontier.h"
#include "explore/reach_change.h"
#include "explore/regions.h"
#include "explore/share.h"
#include "explore/small_inputs.h"
#include "expr/print.h"
#include "solver/solver.h"
#include "support/check.h"

namespace cleave::explore {

namespace {

// A note may list every byte of an object. Cut between characters.
std::string shortened(std::string note) {
  constexpr size_t kMost = 400;
  if (note.size() <= kMost) return note;
  size_t end = kMost;
  while (end > 0 && (static_cast<unsigned char>(note[end]) & 0xc0) == 0x80) --end;
  return note.substr(0, end) + "…";
}

using expr::Assignment;
using expr::ExprId;
using result::PartitionKind;
using result::Verdict;
using vm::Decision;

constexpr size_t kMostFlips = 2'000;     // adjacent inputs queued from one path; the coverage question finds what is beyond
constexpr double kCoveragePatience = 6;  // the coverage question may take so many times the limit of an ordinary one
constexpr double kProofPatience = 0.4;   // and the question whether observations are equal for all leaves so many

// The literals of a recorded pair of runs, in the order in which they are negated behind their prefixes.
struct Path {
  Assignment input;
  std::vector<ExprId> literals;  // before, after, fixes of the comparison, the relation
  size_t firstAfter = 0;
  size_t firstFix = 0;
  size_t firstRelation = 0;
  std::vector<Decision> afterDecisions;  // of literals [firstAfter, firstFix)
};

uint64_t mix(uint64_t hash, uint64_t value) {
  hash ^= value + 0x9e3779b97f4a7c15 + (hash << 6) + (hash >> 2);
  return hash * 0xff51afd7ed558ccd;
}

class Explorer {
 public:
  Explorer(const Task& task, const Options& options, const Listeners& listeners, const StopFlag* stop)
      : task_(task),
        options_(options),
        listeners_(listeners),
        budget_(options.budget, stop),
        chain_(task.pool, stop),
        solver_(chain_, task.entry.domain),
        tracking_(tracks() ? std::make_unique<Tracking>(task.before, task.after, task.changes, task.entry, task.pool, options.granularity,
                                                        options.rules, Proving{&chain_, std::min(Seconds(1), options.budget * 0.2)})
                           : nullptr),
        runner_(task.before, task.after, task.changes, task.entry, task.pool, options.limits, tracking_.get()),
        claims_(task.pool, solver_, runner_, options.granularity == Granularity::Differential),
        small_(task.pool, solver_, task.entry.plan),
        regions_(task.pool) {
    if (options.strategy == Strategy::Express) reach_.emplace(task.after, task.changes.afterMarks);
  }

  result::Entry explore() {
    start();
    while (!outOfBudget()) {
      std::optional<Assignment> input = pick();
      if (!input) break;  // nothing is left, or nobody can tell
      if (regions_.cover(*input)) continue;
      PairRun run = runner_.run(*input, vm::Mode::Symbolic, budget_);
      if (budget_.exhausted() && !run.finished()) break;
      if (!run.finished() && trySmaller(*input)) continue;
      record(std::move(*input), run);
      report();
    }
    return finish();
  }

 private:
  // --- the walk

  void start() {
    InputSource source(task_.entry, task_.before, task_.after, task_.pool, options_.seed);
    ConcretePhase phase = runConcretePhase(runner_, source, task_.pool, options_, budget_.stop());
    statistics_.concreteRuns = phase.runs;
    statistics_.steps += phase.steps;
    for (Seed& seed : phase.seeds)
      if (isInDomain(task_.pool, task_.entry.domain, seed.input))
        frontier_.addInput(std::move(seed.input), seed.differs ? Promise::Difference : Promise::Propagation);
  }

  bool outOfBudget() {
    if (options_.maxPartitions != 0 && entry_.partitions.size() >= options_.maxPartitions) {
      stopReason_ = "the limit of " + std::to_string(options_.maxPartitions) + " partitions is reached";
    } else if (budget_.interrupted()) {
      stopReason_ = "interrupted";
    } else if (budget_.exhausted()) {
      stopReason_ = "the time budget is used up";
    }
    return !stopReason_.empty();
  }

  // The next input, or none when the walk is over.
  std::optional<Assignment> pick() {
    for (Work work; frontier_.pop(work);) {
      if (work.isInput) return std::move(work.input);
      if (std::optional<Assignment> input = solveFlip(work)) return input;
      if (outOfBudget()) return std::nullopt;
    }
    return askForUncovered();
  }

  // Only the literals that share symbols with the negated one matter; the other cells keep the values they had on the path.
  std::optional<Assignment> solveFlip(const Work& work) {
    const Path& path = paths_[work.path];
    std::vector<ExprId> conjunction = connected(path, work);
    solver::Solution solution = solver_.solve(conjunction, limit(1));
    if (solution.answer != solver::Answer::Satisfiable) return std::nullopt;  // unknown: the coverage question will tell
    solution.model = small_.smaller(conjunction, std::move(solution.model), limit(1));
    Assignment input = path.input;
    input.resize(task_.pool.symbolCount(), 0);
    std::set<expr::SymbolId> bound;
    for (const ExprId literal : conjunction)
      for (const expr::SymbolId symbol : task_.pool.symbolsOf(literal)) bound.insert(symbol);
    for (const expr::SymbolId symbol : bound) input[symbol.value] = solution.model[symbol.value];
    return input;
  }

  std::vector<ExprId> connected(const Path& path, const Work& work) {
    std::vector<bool> reached(task_.pool.symbolCount(), false);
    for (const expr::SymbolId symbol : task_.pool.symbolsOf(work.negated)) reached[symbol.value] = true;
    const size_t first = options_.strategy == Strategy::Prv ? 0 : path.firstAfter;
    std::vector<ExprId> candidates(path.literals.begin() + static_cast<ptrdiff_t>(first),
                                   path.literals.begin() + static_cast<ptrdiff_t>(work.prefix));
    candidates.insert(candidates.end(), task_.entry.domain.begin(), task_.entry.domain.end());
    std::vector<bool> taken(candidates.size(), false);
    for (bool grew = true; grew;) {
      grew = false;
      for (size_t i = 0; i < candidates.size(); ++i) {
        if (taken[i]) continue;
        const std::vector<expr::SymbolId>& symbols = task_.pool.symbolsOf(candidates[i]);
        if (std::none_of(symbols.begin(), symbols.end(), [&](expr::SymbolId s) { return reached[s.value]; })) continue;
        taken[i] = grew = true;
        for (const expr::SymbolId symbol : symbols) reached[symbol.value] = true;
      }
    }
    std::vector<ExprId> conjunction;
    for (size_t i = 0; i < candidates.size(); ++i)
      if (taken[i]) conjunction.push_back(candidates[i]);
    conjunction.push_back(work.negated);
    return conjunction;
  }

  std::optional<Assignment> askForUncovered() {
    const ExprId uncovered = regions_.uncovered();
    const solver::Solution solution = solver_.solve(std::vector<ExprId>{uncovered}, limit(kCoveragePatience));
    switch (solution.answer) {
      case solver::Answer::Unsatisfiable:
        covered_ = true;
        return std::nullopt;
      case solver::Answer::Unknown:
        if (!outOfBudget()) stopReason_ = "the solver did not decide whether the partitions cover every input (" + solution.reason + ")";
        return std::nullopt;
      case solver::Answer::Satisfiable:
        break;
    }
    if (options_.strategy == Strategy::Prv) return small_.smaller({uncovered}, solution.model, limit(1));
    stopReason_ = "this strategy follows the paths of after alone, and its partitions do not cover every input";
    return std::nullopt;
  }

  Seconds limit(double factor) const { return std::min(options_.solverTimeout * factor, budget_.left()); }

  bool tracks() const { return options_.strategy == Strategy::Prv && options_.granularity != Granularity::Path; }

  // A run that did not finish: perhaps a smaller input does, and stands for this one. It comes first then, and this one again behind it.
  bool trySmaller(const Assignment& input) {
    if (options_.strategy != Strategy::Prv || !retried_.insert(input).second) return false;
    std::optional<Assignment> smaller = small_.find({regions_.uncovered()}, limit(1));
    if (!smaller || retried_.contains(*smaller)) return false;
    frontier_.addInput(std::move(*smaller), Promise::Difference);
    frontier_.addInput(input, Promise::Rest);
    return true;
  }

  // --- recording

  void record(Assignment input, PairRun& run) {
    count(run);
    if (!run.finished()) return recordUnfinished(stoppedPath(input, run), run);
    Path path;
    Claim claim = makeClaim(input, run, path);
    if (std::optional<Assignment> member = readableMember(claim, input)) {
      PairRun other = runner_.run(*member, vm::Mode::Symbolic, budget_);
      if (other.finished()) {
        input = std::move(*member);
        run = std::move(other);
        count(run);
        claim = makeClaim(input, run, path);
      }
    }
    if (listeners_.finished) listeners_.finished(run);
    if (claim.literals.size() > options_.maxLiterals) return recordUnfinished(pathOf(input, run), run);
    path.input = input;
    path.literals = claim.literals;
    path.firstAfter = claim.firstAfter;
    path.firstFix = claim.firstFix;
    path.firstRelation = claim.firstRelation;
    checkHolds(path);
    std::erase_if(claim.changes, [&](uint32_t id) { return task_.changes.changes[id - 1].isOurs; });
    result::Partition partition = describePartition(task_.pool, task_.entry, input, run, claim);
    if (!claim.comparison.equal) confirm(input, run, partition);
    giveEvidence(claim, partition.kind);
    add(std::move(partition), std::move(path), run);
  }

  void count(const PairRun& run) {
    ++statistics_.runs;
    statistics_.steps += run.before.steps + run.after.steps;
    assumptions_.insert(run.before.assumptions.begin(), run.before.assumptions.end());
    assumptions_.insert(run.after.assumptions.begin(), run.after.assumptions.end());
  }

  // At path granularity the path tells, besides, which decisions its literals are.
  Claim makeClaim(const Assignment& input, PairRun& run, Path& path) {
    if (tracking_ != nullptr) return claims_.make(run, limit(kProofPatience));
    path = pathOf(input, run);
    return claimOfPath(run, path);
  }

  // A member of the partition that is easier to read, if there is one that no other partition has.
  std::optional<Assignment> readableMember(const Claim& claim, const Assignment& input) {
    if (options_.strategy != Strategy::Prv || !options_.readableWitnesses || small_.isNearZero(input)) return std::nullopt;
    std::optional<Assignment> member = small_.find(claim.literals, limit(1));
    if (!member || small_.isFartherThan(*member, input) || regions_.cover(*member)) return std::nullopt;
    return member;
  }

  // All decisions of both runs, and the relation of what they showed.
  Claim claimOfPath(const PairRun& run, const Path& path) {
    Claim claim = claimOfPaths(task_.pool, run);
    claim.literals = path.literals;
    claim.firstAfter = path.firstAfter;
    claim.firstFix = path.firstFix;
    claim.firstRelation = path.firstFix + claim.comparison.firstRelation;
    claim.literals.insert(claim.literals.end(), claim.comparison.literals.begin(), claim.comparison.literals.end());
    return claim;
  }

  void giveEvidence(const Claim& claim, PartitionKind kind) {
    if (!listeners_.evidence || kind == PartitionKind::Unfinished) return;
    Evidence evidence;
    evidence.partition = static_cast<uint32_t>(entry_.partitions.size());
    const std::string name = "p" + std::to_string(*evidence.partition);
    if (kind == PartitionKind::Equal && !claim.obligation.empty()) {
      evidence.name = name + "-equal";
      evidence.words =
          "The decisions that the observations of both versions rely on, and that the observations differ: unsatisfiable, "
          "for all values of what both versions compute alike (leaf!...).";
      evidence.assertions = claim.obligation;
      give(std::move(evidence));
    } else if (claim.firstRelation < claim.literals.size()) {
      const std::span<const ExprId> relation = std::span(claim.literals).subspan(claim.firstRelation);
      evidence.name = name + (kind == PartitionKind::Equal ? "-equal" : "-different");
      evidence.words = kind == PartitionKind::Equal ? "The condition of the partition, and that the observations differ: unsatisfiable."
                                                    : "The condition of the partition, and that the observations are equal: unsatisfiable.";
      evidence.assertions = claim.literals;
      evidence.assertions.push_back(task_.pool.notOf(task_.pool.conjunction(relation)));
      give(std::move(evidence));
    }
  }

  // A claim about inputs holds as it stands, for whoever asks: what counts as an input at all is part of it.
  void give(Evidence evidence) {
    evidence.assertions.insert(evidence.assertions.end(), task_.entry.domain.begin(), task_.entry.domain.end());
    listeners_.evidence(evidence);
  }

  void recordUnfinished(Path path, PairRun& run) {
    if (run.finished()) {
      run.after.outcome = {};
      run.after.outcome.reason = "a path of " + std::to_string(path.literals.size()) + " decisions";
    }
    path.firstRelation = path.literals.size();
    checkHolds(path);
    std::vector<ExprId> head(path.literals.begin(), path.literals.begin() + std::min<ptrdiff_t>(std::ssize(path.literals), 200));
    result::Partition partition = describeUnfinished(task_.pool, task_.entry, path.input, run, head);
    if (head.size() < path.literals.size()) partition.conditionText += " && …";
    if (unfinishedReason_.empty()) unfinishedReason_ = partition.reason;
    add(std::move(partition), std::move(path), run);
  }

  // The inputs that stop as this one did: few decisions lead to a call that cannot be followed, many to where the steps were used up.
  Path stoppedPath(const Assignment& input, PairRun& run) {
    std::optional<Claim> claim;
    if (tracking_ != nullptr) claim = claims_.makeStopped(run);
    if (!claim) return pathOf(input, run);
    Path path;
    path.input = input;
    path.literals = std::move(claim->literals);
    path.firstAfter = claim->firstAfter;
    path.firstFix = claim->firstFix;
    path.firstRelation = claim->firstRelation;
    return path;
  }

  Path pathOf(const Assignment& input, const PairRun& run) {
    Path path;
    path.input = input;
    std::unordered_set<ExprId> seen;
    const auto append = [&](const Decision& decision) {
      const bool isNew = seen.insert(decision.literal).second;
      if (isNew) path.literals.push_back(decision.literal);
      return isNew;
    };
    for (const Decision& decision : run.before.decisions) append(decision);
    path.firstAfter = path.literals.size();
    // A baseline follows after alone, so its literals must all be there even where before made the same decisions.
    if (options_.strategy != Strategy::Prv) seen.clear();
    for (const Decision& decision : run.after.decisions)
      if (append(decision)) path.afterDecisions.push_back(decision);
    path.firstFix = path.literals.size();
    path.firstRelation = path.firstFix;
    expandLeaves(run, path.literals);
    return path;
  }

  void expandLeaves(const PairRun& run, std::vector<ExprId>& literals) {
    if (run.before.leaves.empty() && run.after.leaves.empty()) return;
    expr::Substitution expand = leafExpansion(task_.pool, run);
    for (ExprId& literal : literals) literal = expand(literal);
  }

  // Every literal was true when it was made; if one is not, our expressions are wrong and nothing may be claimed.
  void checkHolds(const Path& path) {
    expr::Evaluator evaluator(task_.pool, path.input);
    for (const ExprId literal : path.literals)
      CHECK(evaluator.holds(literal), "a literal of a run does not hold on the run's own input: " + expr::toCText(task_.pool, literal));
  }

  void confirm(const Assignment& input, const PairRun& run, result::Partition& partition) {
    if (!listeners_.confirm) return;
    const Confirmation confirmation = listeners_.confirm(input, run);
    partition.confirmed = confirmation.confirmed;
    if (confirmation.confirmed) return;
    partition.kind = PartitionKind::Unfinished;
    partition.reason = "a predicted difference (" + partition.reason + ") did not show natively: " + shortened(confirmation.note);
    if (unconfirmedReason_.empty()) unconfirmedReason_ = partition.reason;
  }

  void add(result::Partition partition, Path path, const PairRun& run) {
    partition.id = static_cast<uint32_t>(entry_.partitions.size());
    queueAdjacent(path, partition.kind, !run.changes.empty());
    regions_.add(path.literals);
    paths_.push_back(std::move(path));
    if (listeners_.partition) listeners_.partition(partition, {paths_.back().input, paths_.back().literals, run});
    ++counts_[static_cast<size_t>(partition.kind)];
    entry_.partitions.push_back(std::move(partition));
  }

  void queueAdjacent(const Path& path, PartitionKind kind, bool executesChange) {
    const size_t index = paths_.size();
    const Promise promise = kind == PartitionKind::Unfinished ? Promise::Rest
                            : executesChange                  ? Promise::Propagation
                                                              : Promise::OtherChanges;
    const std::vector<ExprId>& literals = path.literals;
    const size_t first = options_.strategy == Strategy::Prv ? 0 : path.firstAfter;
    std::vector<uint64_t> prefixHash(literals.size() + 1, 0);
    for (size_t i = first; i < literals.size(); ++i) prefixHash[i + 1] = mix(prefixHash[i], literals[i].value);
    const auto flip = [&](size_t prefix, ExprId negated, Promise how) {
      if (!task_.pool.isFalse(negated)) frontier_.addFlip(index, prefix, negated, mix(prefixHash[prefix], ~uint64_t{negated.value}), how);
    };
    if (options_.strategy == Strategy::Prv && path.firstRelation < literals.size()) {
      const ExprId relation = task_.pool.conjunction(std::span(literals).subspan(path.firstRelation));
      flip(path.firstRelation, task_.pool.notOf(relation), kind == PartitionKind::Equal ? Promise::Difference : Promise::Rest);
    }
    size_t queued = 0;
    const auto flipRange = [&](size_t from, size_t to) {
      for (size_t i = from; i < to && queued < kMostFlips; ++i) {
        if (reach_ && !mayReachChange(path, i)) continue;
        flip(i, task_.pool.notOf(literals[i]), promise);
        ++queued;
      }
    };
    if (options_.strategy == Strategy::Prv) flipRange(path.firstFix, path.firstRelation);
    flipRange(path.firstAfter, path.firstFix);
    if (options_.strategy == Strategy::Prv) flipRange(0, path.firstAfter);
  }

  bool mayReachChange(const Path& path, size_t literal) const {
    const Decision& decision = path.afterDecisions[literal - path.firstAfter];
    const std::vector<program::Block>& blocks = task_.after.function(decision.function).blocks;
    const auto inside = [&](const program::Block& block) {
      return block.first <= decision.instruction && decision.instruction < block.end;
    };
    const auto block = std::find_if(blocks.begin(), blocks.end(), inside);
    return block == blocks.end() || reach_->beyond(decision.function, static_cast<program::BlockIndex>(block - blocks.begin()));
  }

  // --- reporting

  size_t count(PartitionKind kind) const { return counts_[static_cast<size_t>(kind)]; }

  void report() {
    if (!listeners_.progress) return;
    listeners_.progress({count(PartitionKind::Equal), count(PartitionKind::Different), count(PartitionKind::Unfinished), frontier_.size(),
                         chain_.statistics().time.count(), budget_.left().count()});
  }

  result::Entry finish() {
    if (!covered_ && stopReason_.empty()) outOfBudget();  // the budget may have ended inside a run
    entry_.name = task_.entry.name;
    entry_.inputs = describeInputs(task_.entry);
    if (!task_.entry.domain.empty()) entry_.domain = expr::toSmtTerm(task_.pool, task_.pool.conjunction(task_.entry.domain));
    entry_.changes = describeChanges(task_.changes);
    statistics_.solverQueries = chain_.statistics().queries;
    statistics_.solverUnknown = chain_.statistics().unknown;
    statistics_.solverSeconds = chain_.statistics().time.count();
    statistics_.wallSeconds = budget_.spent().count();
    entry_.statistics = statistics_;
    judge();
    stateGuarantee();
    estimate();
    return std::move(entry_);
  }

  void estimate() {
    std::vector<ShareRegion> regions;
    for (size_t i = 0; i < paths_.size(); ++i) regions.push_back({entry_.partitions[i].kind, paths_[i].literals});
    ShareOptions options;
    options.covered = covered_;
    options.seed = options_.seed;
    options.domain = task_.entry.domain;
    entry_.shares = estimateShares(task_.pool, task_.entry.plan, regions, options);
    if (!listeners_.evidence) return;
    for (size_t k = 0; tracking_ != nullptr && k < tracking_->refuted().size(); ++k)
      listeners_.evidence(
          {"same" + std::to_string(k),
           "Code that was rewritten computes another value than before, from some values of what it reads (value!...): unsatisfiable.",
           {tracking_->refuted()[k]},
           false,
           std::nullopt});
    if (!covered_) return;
    give({"coverage", "Some input lies in no partition: unsatisfiable.", regions_.outside(), false, std::nullopt});
  }

  void judge() {
    const size_t different = count(PartitionKind::Different);
    const size_t unfinished = count(PartitionKind::Unfinished);
    entry_.guarantee.exhaustive = covered_ && unfinished == 0;
    if (different != 0) {
      entry_.verdict = Verdict::Different;
      entry_.reason = std::to_string(different) + " of " + std::to_string(entry_.partitions.size()) + " partitions differ";
    } else if (!unconfirmedReason_.empty()) {
      entry_.verdict = Verdict::Inconclusive;
      entry_.reason = unconfirmedReason_;
    } else if (covered_ && unfinished == 0) {
      entry_.verdict = Verdict::Equivalent;
      entry_.reason = "the partitions cover every input, and each is equal";
    } else {
      entry_.verdict = Verdict::Inconclusive;
      entry_.reason = covered_ || (stopReason_.empty() && unfinished != 0) ? unfinishedReason_ : stopReason_;
      if (!covered_ && unfinished != 0 && !stopReason_.empty()) entry_.reason += "; " + unfinishedReason_;
    }
  }

  void stateGuarantee() {
    result::Guarantee& guarantee = entry_.guarantee;
    guarantee.granularity = !tracks() ? "path" : options_.granularity == Granularity::Output ? "output" : "differential";
    if (count(PartitionKind::Unfinished) != 0)
      guarantee.bounds.push_back("runs of at most " + std::to_string(options_.limits.steps) +
                                 " steps; inputs of the unfinished partitions are not covered");
    guarantee.bounds.insert(guarantee.bounds.end(), task_.entry.bounds.begin(), task_.entry.bounds.end());
    std::vector<std::string>& assumptions = guarantee.assumptions;
    assumptions = task_.entry.assumptions;
    for (std::string& words : task_.entry.criterion.words()) assumptions.push_back(std::move(words));
    if (options_.rules.off != 0) assumptions.push_back("NOTHING: rules of soundness were turned off");
    assumptions.push_back("signed overflow wraps, and a shift count counts modulo the width");
    const auto startsFixed = [](const program::Global& global) { return global.defined && !global.constant && !global.fromModels; };
    const auto hasState = [&](const program::Program& program) {
      return std::any_of(program.globals.begin(), program.globals.end(), startsFixed);
    };
    if (task_.entry.globalsStartFixed && (hasState(task_.before) || hasState(task_.after)))
      assumptions.push_back("global variables start with their initial values");
    const auto isFloat = [](const vm::InputCell& cell) { return cell.sort.isFloat(); };
    if (std::any_of(task_.entry.plan.cells.begin(), task_.entry.plan.cells.end(), isFloat))
      assumptions_.insert("all NaN bit patterns are one value");
    for (const std::string& name : runner_.unmatchedGlobals())
      assumptions.push_back("the global " + name + " exists in one version only and is not compared");
    assumptions.insert(assumptions.end(), assumptions_.begin(), assumptions_.end());
  }

  const Task& task_;
  const Options& options_;
  const Listeners& listeners_;
  Budget budget_;
  solver::SolverChain chain_;
  DomainSolver solver_;
  std::unique_ptr<Tracking> tracking_;  // null at path granularity
  PairRunner runner_;
  ClaimMaker claims_;
  SmallInputs small_;
  Regions regions_;
  Frontier frontier_;
  std::optional<ReachChange> reach_;
  std::vector<Path> paths_;
  result::Entry entry_;
  result::Statistics statistics_;
  size_t counts_[3] = {0, 0, 0};  // by PartitionKind
  std::set<Assignment> retried_;
  std::set<std::string> assumptions_;
  std::string stopReason_;
  std::string unfinishedReason_;
  std::string unconfirmedReason_;
  bool covered_ = false;
};

}  // namespace

result::Entry explore(const Task& task, const Options& options, const Listeners& listeners, const StopFlag* stop) {
  return Explorer(task, options, listeners, stop).explore();
}

}  // namespace cleave::explore
