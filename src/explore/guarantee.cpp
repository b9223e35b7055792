#include "explore/guarantee.h"

#include <algorithm>

#include "explore/tracking.h"
#include "expr/print.h"
#include "flow/ending.h"
#include "flow/points_to.h"
#include "support/check.h"

namespace cleave::explore {

namespace {

using result::Premise;
using result::sentence;

bool hasState(const program::Program& program) {
  return std::any_of(program.globals.begin(), program.globals.end(),
                     [](const program::Global& global) { return global.defined && !global.constant && !global.fromModels; });
}

bool hasFloats(const Entry& entry) {
  return std::any_of(entry.space.cells.begin(), entry.space.cells.end(), [](const vm::InputCell& cell) { return cell.sort.isFloat(); });
}

bool hasLongDoubles(const Entry& entry) {
  return std::ranges::any_of(entry.space.cells, [](const vm::InputCell& cell) { return cell.sort == expr::Sort::floating(80); });
}

bool needsMuchStack(const Walked& walked) {
  if (walked.tracking != nullptr) return walked.tracking->needsMuchStack();
  return flow::needsMuchStack(flow::PointsTo(walked.task.before, walked.task.entry.before.function)) ||
         flow::needsMuchStack(flow::PointsTo(walked.task.after, walked.task.entry.after.function));
}

bool leavesOutLoops(const Walked& walked) {
  const auto does = [](const Tracking* tracking) { return tracking != nullptr && tracking->leavesOutLoops(); };
  return does(walked.tracking) || does(walked.mergedTracking);
}

// What a walk as such takes for granted, in the order in which it is said.
struct WalkPremise {
  Premise premise;
  bool (*applies)(const Walked&);
};
constexpr WalkPremise kOfTheWalk[] = {
    {Premise::RulesOff, [](const Walked& walked) { return walked.options.rules.off != 0; }},
    {Premise::OverflowWraps, [](const Walked& walked) { return !walked.options.overflowIsUndefined; }},
    {Premise::OverflowUndefined, [](const Walked& walked) { return walked.options.overflowIsUndefined; }},
    {Premise::OnlyRefines, [](const Walked& walked) { return walked.options.refines; }},
    {Premise::UndefinedAlike, [](const Walked& walked) { return walked.endsElsewhere; }},
    {Premise::RunsEnd, leavesOutLoops},
    {Premise::StackSuffices, needsMuchStack},
    {Premise::GlobalsStartFixed,
     [](const Walked& walked) {
       return walked.task.entry.globalsStartFixed && (hasState(walked.task.before) || hasState(walked.task.after));
     }},
};

template <class List, class More>
void append(List& list, const More& more) {
  list.insert(list.end(), more.begin(), more.end());
}

}  // namespace

const char* nameOf(Granularity granularity) {
  switch (granularity) {
    case Granularity::Path:
      return "path";
    case Granularity::Output:
      return "output";
    case Granularity::Differential:
      return "differential";
  }
  UNREACHABLE("a granularity of no kind");
}

result::Guarantee stateGuarantee(Walked walked) {
  const Entry& entry = walked.task.entry;
  result::Guarantee guarantee;
  guarantee.exhaustive = walked.stage != nullptr || (walked.covered && walked.unfinished == 0);
  guarantee.granularity = nameOf(walked.options.granularity);
  if (walked.unfinished != 0 && walked.stage == nullptr) guarantee.bounds.push_back(sentence(Premise::StepLimit, walked.options.limits.steps));
  append(guarantee.bounds, entry.bounds);
  if (walked.stage != nullptr) {
    expr::ExprPool& pool = walked.task.pool;
    guarantee.within = expr::toSmtTerm(pool, pool.conjunction(walked.stage->literals));
    for (const auto& [planned, now] : walked.stage->bounds)
      if (const auto own = std::ranges::find(guarantee.bounds, planned); own != guarantee.bounds.end())
        *own = now;
      else
        guarantee.bounds.push_back(now);
  }
  append(guarantee.assumptions, entry.assumptions);
  append(guarantee.assumptions, entry.criterion.words());
  for (const WalkPremise& each : kOfTheWalk)
    if (each.applies(walked)) (result::isBound(each.premise) ? guarantee.bounds : guarantee.assumptions).push_back(sentence(each.premise));
  for (const std::string& name : walked.ofOneVersion) guarantee.assumptions.push_back(sentence(Premise::GlobalOfOneVersion, name));
  const auto addTo = [](std::vector<std::string>& list, const std::string& text) {
    if (std::ranges::find(list, text) == list.end()) list.push_back(text);
  };
  for (const std::string& name : walked.keptByOne) addTo(guarantee.bounds, sentence(Premise::GlobalKept, name));
  if (!entry.globalsStartFixed)
    for (const std::string& name : walked.keptInPart) addTo(guarantee.assumptions, sentence(Premise::GlobalStarts, name));
  if (hasFloats(entry)) walked.assumptions.insert(sentence(Premise::NansAreOne));
  if (hasLongDoubles(entry)) walked.assumptions.insert(sentence(Premise::LongDoublesInForm));
  if (entry.startsProgram) walked.assumptions.erase(sentence(Premise::NoExceptionUnderWay));  // none can be
  // What runs did not look at is a bound.
  for (const Premise each : {Premise::FarPointers, Premise::ManyElements, Premise::NoExceptionUnderWay})
    if (result::isBound(each) && walked.assumptions.erase(sentence(each)) != 0) guarantee.bounds.push_back(sentence(each));
  append(guarantee.assumptions, walked.assumptions);
  return guarantee;
}

}  // namespace cleave::explore
