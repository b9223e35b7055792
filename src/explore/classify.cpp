#include "explore/classify.h"

#include <unordered_set>

namespace cleave::explore {

namespace {

// All decisions of both runs.
void addPaths(const PairRun& run, Claim& claim) {
  std::vector<expr::ExprId> relation = std::move(claim.comparison.literals);
  std::unordered_set<expr::ExprId> seen;
  const auto append = [&](const std::vector<vm::Decision>& decisions) {
    for (const vm::Decision& decision : decisions)
      if (seen.insert(decision.literal).second) claim.literals.push_back(decision.literal);
  };
  append(run.before.decisions);
  claim.firstAfter = claim.literals.size();
  append(run.after.decisions);
  claim.firstFix = claim.literals.size();
  claim.firstRelation = claim.firstFix + claim.comparison.firstRelation;
  claim.literals.insert(claim.literals.end(), relation.begin(), relation.end());
}

}  // namespace

Classifier::Classifier(const Task& task, const Options& options, const StopFlag* stop)
    : task_(task),
      options_(options),
      budget_(options.budget, stop),
      chain_(task.pool, stop),
      solver_(chain_, task.entry.domain),
      tracking_(options.granularity == Granularity::Path
                    ? nullptr
                    : std::make_unique<Tracking>(task.before, task.after, task.changes, task.entry, task.pool, options.granularity,
                                                 options.rules, Proving{&chain_, std::min(Seconds(1), options.budget * 0.2)})),
      runner_(task.before, task.after, task.changes, task.entry, task.pool, options.limits, tracking_.get()),
      claims_(task.pool, solver_, runner_, options.granularity == Granularity::Differential) {}

std::optional<Classifier::Class> Classifier::classify(const expr::Assignment& input, std::string& why) {
  Class result{runner_.run(input, vm::Mode::Symbolic, budget_), {}};
  if (!result.run.finished()) {
    const bool beforeStopped = result.run.before.outcome.kind == vm::OutcomeKind::Unfinished;
    const vm::Outcome& outcome = beforeStopped ? result.run.before.outcome : result.run.after.outcome;
    why = outcome.reason + (outcome.place.empty() ? "" : " at " + outcome.place);
    return std::nullopt;
  }
  if (tracking_ != nullptr) {
    result.claim = claims_.make(result.run, std::min(options_.solverTimeout, budget_.left()));
  } else {
    result.claim = claimOfPaths(task_.pool, result.run);
    addPaths(result.run, result.claim);
  }
  return result;
}

}  // namespace cleave::explore
