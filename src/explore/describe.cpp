#include "explore/describe.h"

#include <algorithm>
#include <map>
#include <string_view>

#include "explore/calls.h"
#include "explore/pointer_text.h"
#include "explore/vocabulary.h"
#include "expr/print.h"
#include "support/check.h"
#include "support/text.h"
#include "vm/files.h"

namespace cleave::explore {

namespace {

using expr::ExprId;
using expr::ExprPool;
using result::isSeen;
using result::Observable;
using result::Observation;
using result::Partition;
using vm::ObservedCell;
using vm::OutcomeKind;

std::string cellText(const ObservedCell& cell, const PointerTexts& pointers) {
  switch (cell.kind) {
    case ObservedCell::Kind::Scalar:
      return expr::toCLiteral(cell.sort, cell.bits, cell.isSigned);
    case ObservedCell::Kind::Pointer:
      return pointers.textOf(cell);
    case ObservedCell::Kind::Undefined:
      return "uninitialised";
  }
  UNREACHABLE("cell kind");
}

bool hasText(const std::vector<vm::OutputItem>& items) {
  return std::ranges::any_of(items, [](const vm::OutputItem& item) { return item.kind != vm::OutputItem::Kind::Call; });
}

// A channel's text with the numbers that depend on the input shown as {expression}.
std::string templateText(const ExprPool& pool, const std::vector<vm::OutputItem>& items) {
  std::string text;
  for (const vm::OutputItem& item : items)
    text += item.expr.valid() ? "{" + expr::toCText(pool, item.expr) + "}" : vm::concreteText({item});
  return text;
}

// With the words of its type where it is one value for all inputs.
std::string expressionText(const ExprPool& pool, const Entry& entry, const ObservedCell& cell) {
  const expr::ValueWords* words = wordsFor(entry, cell.type);
  if (cell.expr.valid()) return expr::toCText(pool, cell.expr, words);
  const std::optional<std::string> word = words != nullptr ? expr::wordFor(*words, cell.bits, cell.sort.width) : std::nullopt;
  return word ? *word : expr::toCLiteral(cell.sort, cell.bits, cell.isSigned);
}

TextPairs describeExpressions(ExprPool& pool, const Entry& entry, const vm::Run& run, const std::vector<ObservedCell>& globals,
                              const std::set<std::string>& fixed, const std::set<std::string>& leftOut) {
  TextPairs result;
  const auto add = [&](const ObservedCell& cell) {
    if (cell.kind == ObservedCell::Kind::Scalar && fixed.contains(cell.name) && !leftOut.contains(cell.name) && !vm::isOfFile(cell))
      result.emplace_back(cell.name, expressionText(pool, entry, cell));
  };
  std::for_each(run.cells.begin(), run.cells.end(), add);
  if (isSeen(Observable::Globals, run.outcome.kind)) std::for_each(globals.begin(), globals.end(), add);
  if (isSeen(Observable::Files, run.outcome.kind))
    for (const vm::LeftFile& file : vm::leftFiles(globals)) {
      const bool isFixed = std::ranges::all_of(file.cells, [&](const std::string& name) { return fixed.contains(name); });
      if (isFixed) result.emplace_back(result::fileObservation(file.name), templateText(pool, file.text));
    }
  for (const auto& [channel, name] : {std::pair(0, "stdout"), std::pair(1, "stderr")})
    if (hasText(run.output[channel]) && fixed.contains(name)) result.emplace_back(name, templateText(pool, run.output[channel]));
  return result;
}

std::string outcomePhrase(const vm::Outcome& outcome) {
  switch (outcome.kind) {
    case OutcomeKind::Returned:
      return "returns";
    case OutcomeKind::Threw:
      return "throws " + outcome.reason;
    case OutcomeKind::Exited:
      return "exits";
    case OutcomeKind::Trapped:
      return std::string("traps (") + vm::toText(outcome.trap) + ")";
    case OutcomeKind::Unfinished:
      return "does not finish (" + outcome.reason + ")";
  }
  UNREACHABLE("outcome");
}

std::string differenceReason(const PairRun& run, const Comparison& comparison) {
  if (comparison.differing.front() == "outcome")
    return "before " + outcomePhrase(run.before.outcome) + ", after " + outcomePhrase(run.after.outcome);
  std::vector<std::string> differing = comparison.differing;
  const std::vector<std::string> calls = callsIn(run.beforeGlobals, *run.environment);
  for (std::string& name : differing)
    for (const unsigned channel : {0u, 1u})
      if (name == (channel == 0 ? result::kStdout : result::kStderr))
        if (const std::string moved = firstElsewhere(calls, run.before.output[channel], run.after.output[channel]); !moved.empty())
          name += " (" + moved + ")";
  if (const std::string parted = firstOther(calls, callsIn(run.afterGlobals, *run.environment)); !parted.empty()) {
    std::set<std::string> ofCalls;
    for (const auto* list : {&run.beforeGlobals, &run.afterGlobals})
      for (const ObservedCell& cell : *list)
        if (isOfCalls(cell)) ofCalls.insert(cell.name);
    std::erase_if(differing, [&](const std::string& name) { return ofCalls.contains(name); });
    if (differing.empty()) return parted;
    differing.push_back(std::string(kCalls) + " (" + parted + ")");
  }
  std::vector<std::string> names = vm::withFileNames(differing, vm::leftFiles(run.beforeGlobals), vm::leftFiles(run.afterGlobals));
  constexpr size_t kMost = 4;
  if (names.size() > kMost) {
    const size_t more = names.size() - kMost;
    names.resize(kMost);
    names.push_back(std::to_string(more) + " more");
  }
  return "differs in " + join(names, ", ");
}

std::string equalReason(const PairRun& run, const Claim& claim) {
  if (run.after.outcome.kind != OutcomeKind::Trapped || run.changes.empty()) return claim.reason;
  return claim.reason + " (a trap: " + vm::toText(run.after.outcome.trap) + ")";
}

// Where calls stand elsewhere among what is printed, they are told with it.
void tellOrder(const PairRun& run, Observation& before, Observation& after) {
  const std::vector<std::string> calls = callsIn(run.beforeGlobals, *run.environment);
  for (const unsigned channel : {0u, 1u}) {
    if (firstElsewhere(calls, run.before.output[channel], run.after.output[channel]).empty()) continue;
    for (const auto& [observation, side, globals] :
         {std::tuple(&before, &run.before, &run.beforeGlobals), std::tuple(&after, &run.after, &run.afterGlobals)})
      for (auto& [name, value] : observation->values)
        if (name == kCalls) value = callsAmongText(callsIn(*globals, *run.environment), side->output[channel]);
    return;
  }
}

Partition describeCommon(ExprPool& pool, const Entry& entry, const expr::Assignment& input, const PairRun& run,
                         const std::vector<ExprId>& literals, expr::SharedTerms* terms) {
  Partition partition;
  if (terms != nullptr) {
    partition.condition = terms->conjunction(literals, entry.domain);
  } else {
    std::vector<ExprId> condition = literals;
    condition.insert(condition.end(), entry.domain.begin(), entry.domain.end());
    partition.condition = expr::toSmtTerm(pool, pool.conjunction(condition));
  }
  partition.conditionText = expr::conditionText(pool, literals);
  partition.witness = describeWitness(entry, input);
  partition.witnessBits = describeWitnessBits(entry, input);
  const std::set<std::string> leftOut = leftAlone(run);
  partition.before = describeRun(run.before, run.beforeGlobals, run.environment, leftOut);
  partition.after = describeRun(run.after, run.afterGlobals, run.environment, leftOut);
  if (run.finished()) tellOrder(run, partition.before, partition.after);
  partition.changes = run.changes;
  return partition;
}

}  // namespace

// A name may be reached from two roots; then all of its cells must be left alone.
std::set<std::string> leftAlone(const PairRun& run) {
  constexpr size_t kMany = 64;
  if (run.before.cells.size() + run.beforeGlobals.size() <= kMany && run.after.cells.size() + run.afterGlobals.size() <= kMany) return {};
  std::multimap<std::string_view, const ObservedCell*> before;
  std::set<std::string> names, others;
  for (const auto* list : {&run.before.cells, &run.beforeGlobals})
    for (const ObservedCell& cell : *list) {
      before.emplace(cell.name, &cell);
      if (!cell.isUntouched) others.insert(cell.name);
    }
  for (const auto* list : {&run.after.cells, &run.afterGlobals})
    for (const ObservedCell& cell : *list) {
      const auto [first, last] = before.equal_range(cell.name);
      const bool isSame = cell.isUntouched && std::any_of(first, last, [&](const auto& other) {
                            const ObservedCell& x = *other.second;
                            return x.kind == cell.kind && x.bits == cell.bits && x.expr == cell.expr && x.target == cell.target && x.leads == cell.leads;
                          });
      (isSame ? names : others).insert(cell.name);
    }
  std::erase_if(names, [&](const std::string& name) { return others.contains(name); });
  return names;
}

Observation describeRun(const vm::Run& run, const std::vector<ObservedCell>& globals,
                        const std::vector<program::EnvironmentFunction>* environment, const std::set<std::string>& leftOut) {
  Observation observation;
  observation.outcome = toText(run.outcome.kind);
  observation.place = run.outcome.place;
  if (isSeen(Observable::TrapKind, run.outcome.kind)) observation.detail = vm::toText(run.outcome.trap);
  if (run.outcome.kind == OutcomeKind::Threw || run.outcome.kind == OutcomeKind::Unfinished) observation.detail = run.outcome.reason;
  const PointerTexts pointers(run.cells, globals);
  for (const ObservedCell& cell : run.cells) {
    if (result::observableAt(cell.path.root) == Observable::ExitStatus) {
      observation.detail = cellText(cell, pointers);
    } else if (!leftOut.contains(cell.name)) {
      observation.values.emplace_back(cell.name, cellText(cell, pointers));
    }
  }
  if (result::isAnyGlobalSeen(run.outcome.kind))
    for (const ObservedCell& cell : globals)
      if (!vm::isOfFile(cell) && !leftOut.contains(cell.name)) observation.values.emplace_back(cell.name, cellText(cell, pointers));
  if (environment != nullptr && isSeen(Observable::Environment, run.outcome.kind))
    if (const std::vector<std::string> calls = callsIn(globals, *environment); !calls.empty())
      observation.values.emplace_back(kCalls, join(calls, ", "));
  if (isSeen(Observable::Files, run.outcome.kind))
    for (const vm::LeftFile& file : vm::leftFiles(globals))
      observation.values.emplace_back(result::fileObservation(file.name), vm::concreteText(file.text));
  if (hasText(run.output[0])) observation.values.emplace_back("stdout", vm::concreteText(run.output[0]));
  if (hasText(run.output[1])) observation.values.emplace_back("stderr", vm::concreteText(run.output[1]));
  return observation;
}

namespace {

U128 valueIn(const expr::Assignment& input, const vm::InputCell& cell) {
  return cell.symbol.value < input.size() ? input[cell.symbol.value] : 0;
}

}  // namespace

TextPairs describeWitness(const Entry& entry, const expr::Assignment& input) {
  TextPairs values;
  for (const vm::InputCell& cell : entry.space.cells)
    values.emplace_back(cell.name, expr::toCLiteral(cell.sort, valueIn(input, cell), cell.isSigned));
  return values;
}

TextPairs describeWitnessBits(const Entry& entry, const expr::Assignment& input) {
  TextPairs values;
  for (const vm::InputCell& cell : entry.space.cells) values.emplace_back(cell.name, toHex(valueIn(input, cell), cell.sort.width));
  return values;
}

std::vector<result::Input> describeInputs(const Entry& entry) {
  std::vector<result::Input> inputs;
  for (const vm::InputCell& cell : entry.space.cells)
    inputs.push_back({cell.name, cell.type, cell.sort.width, cell.isSigned, cell.sort.isFloat(), cell.isParameter});
  return inputs;
}

std::vector<result::Change> describeChanges(const change::Changes& changes) {
  std::vector<result::Change> list;
  for (const change::Change& each : changes.changes) {
    if (each.isOurs) continue;  // numbered behind all others
    const std::string& file = each.after.present() ? each.afterFile : each.beforeFile;
    const std::string other = each.before.present() && each.beforeFile != file ? each.beforeFile : "";
    list.push_back({each.id, each.function, file, {each.before.first, each.before.last}, {each.after.first, each.after.last}, other});
  }
  return list;
}

Partition describeUnfinished(ExprPool& pool, const Entry& entry, const expr::Assignment& input, const PairRun& run,
                             const std::vector<ExprId>& literals, expr::SharedTerms* terms) {
  Partition partition = describeCommon(pool, entry, input, run, literals, terms);
  partition.kind = result::PartitionKind::Unfinished;
  const bool beforeStopped = run.before.outcome.kind == OutcomeKind::Unfinished;
  const vm::Outcome& outcome = run.stopped();
  partition.reason = std::string(beforeStopped ? "before" : "after") + " did not finish: " + outcome.reason;
  if (!outcome.place.empty()) partition.reason += " at " + outcome.place;
  return partition;
}

Partition describePartition(ExprPool& pool, const Entry& entry, const expr::Assignment& input, const PairRun& run, const Claim& claim,
                            expr::SharedTerms* terms) {
  Partition partition = describeCommon(pool, entry, input, run, claim.condition.literals, terms);
  const bool equal = claim.comparison.equal;
  partition.kind = equal ? result::PartitionKind::Equal : result::PartitionKind::Different;
  partition.reason = equal ? equalReason(run, claim) : differenceReason(run, claim.comparison);
  partition.changes = claim.changes;
  const std::set<std::string> leftOut = leftAlone(run);
  partition.beforeExpr = describeExpressions(pool, entry, run.before, run.beforeGlobals, claim.fixed, leftOut);
  partition.afterExpr = describeExpressions(pool, entry, run.after, run.afterGlobals, claim.fixed, leftOut);
  return partition;
}

}  // namespace cleave::explore
