#include "explore/properties.h"

#include <algorithm>
#include <map>

#include "explore/alone.h"
#include "explore/guarantee.h"
#include "explore/input_source.h"
#include "explore/property_walk.h"
#include "explore/workbench.h"
#include "support/check.h"

namespace cleave::explore {

namespace {

using expr::Assignment;
using expr::ExprId;
using Fate = PropertyCheck::Fate;

constexpr uint64_t kTries = 4'000;
constexpr uint64_t kStepsPerTry = 200'000;
constexpr double kTogether = 0.5;     // of the time, for all properties at once
constexpr double kFirstBound = 0.6;   // of the time that is left, for a bound that others follow
constexpr Seconds kLeastAlone{0.25};  // for one property
constexpr uint32_t kNoBound = UINT32_MAX - 8;
constexpr Seconds kPatient{3600};     // who is asked for as long as a walk goes on

std::vector<PropertyCheck> unknown(const std::vector<uint32_t>& properties) {
  std::vector<PropertyCheck> checks;
  for (const uint32_t property : properties) checks.push_back({property, Fate::Undecided, "", std::nullopt, 0, true});
  return checks;
}

Options walkOptions(Options options) {
  options.granularity = Granularity::Output;
  options.readableWitnesses = false;
  options.smallFlips = false;
  return options;
}

}  // namespace

std::string markOf(uint32_t property) { return program::kPropertyMark + std::to_string(property); }
std::string nameOfBound() { return std::string(program::kPropertyMark) + "bound"; }
std::string markOfCut() { return std::string(program::kPropertyMark) + "cut"; }

bool hasNoMeaning(const vm::Outcome& outcome) {
  if (outcome.kind != vm::OutcomeKind::Trapped) return false;
  switch (outcome.trap) {
    case vm::TrapKind::NullPointer:
    case vm::TrapKind::OutOfBounds:
    case vm::TrapKind::UseAfterFree:
    case vm::TrapKind::BadFree:
    case vm::TrapKind::ReadOnly:
    case vm::TrapKind::DivisionByZero:
    case vm::TrapKind::DivisionOverflow:
    case vm::TrapKind::Unreachable:
    case vm::TrapKind::Uninitialised:
    case vm::TrapKind::SignedOverflow:
    case vm::TrapKind::OverlappingCopy:
    case vm::TrapKind::BadCall:
    case vm::TrapKind::Excluded:
      return true;
    case vm::TrapKind::Abort:
    case vm::TrapKind::FailedAssert:
      return false;
  }
  UNREACHABLE("trap kind");
}

// --- inputs that do not count

namespace {

// The version with another bound on iterations.
program::Program withBound(program::Program program, uint32_t iterations) {
  const program::GlobalId bound = program.findGlobal(nameOfBound());
  if (iterations == 0 || !bound.valid()) return program;
  std::vector<uint8_t>& bytes = program.globals[bound.value].bytes;
  bytes.assign(4, 0);
  for (size_t k = 0; k < 4; ++k) bytes[k] = static_cast<uint8_t>(iterations >> (8 * k));
  return program;
}

}  // namespace

bool breaksBeyondBounds(const Task& task, Side side, uint32_t property, const Assignment& input, const Options& options, const StopFlag* stop) {
  const bool isBefore = side == Side::Before;
  const program::Program program = withBound(isBefore ? task.before : task.after, kNoBound);
  const program::GlobalId mark = program.findGlobal(markOf(property));
  if (!mark.valid()) return false;
  vm::Vm vm(program, task.pool, options.limits);
  vm.run(isBefore ? task.entry.before : task.entry.after, task.entry.space, input, vm::Mode::Concrete, Budget(kPatient, stop));
  const std::span<const uint8_t> bytes = vm.bytesOf(mark);
  return !bytes.empty() && bytes[0] != 0;
}

struct Meaningless::Parts {
  program::Program unbounded;  // what it does behind a cut is what tells
  Task pair;
  Alone alone;
  Task self;
  Workbench bench;

  Parts(const Task& task, Side side, const Options& options, const StopFlag* stop)
      : unbounded(withBound(side == Side::Before ? task.before : task.after, kNoBound)),
        pair{unbounded, unbounded, task.changes, task.entry, task.pool},
        alone(withoutObservations(pair, side)),
        self(alone.task(task.pool)),
        bench(self, patient(options), stop) {}

  static Options patient(Options options) {
    options.budget = kPatient;
    return walkOptions(std::move(options));
  }
  static Alone withoutObservations(const Task& task, Side side) {
    Alone alone(task, side);
    alone.entry.criterion = onlyMarks({});
    return alone;
  }
};

Meaningless::Meaningless(const Task& task, Side side, const Options& options, const StopFlag* stop)
    : parts_(std::make_unique<Parts>(task, side, options, stop)) {}
Meaningless::~Meaningless() = default;

std::optional<ExprId> Meaningless::operator()(const Assignment& input) {
  expr::ExprPool& pool = parts_->self.pool;
  PairRun run = parts_->bench.run(input);
  if (!run.finished()) return pool.conjunction(parts_->bench.conditionOfStopped(run).literals);
  if (!hasNoMeaning(run.after.outcome)) return std::nullopt;
  return pool.conjunction(parts_->bench.claimOf(run, Seconds(0)).condition.literals);
}

Overflowing::Overflowing(const Task& task, const CheckedVersion& version, const Options& options, const StopFlag* stop)
    : task_(task), version_(version), vm_(version.program, task.pool, options.limits), budget_(kPatient, stop) {}

std::optional<ExprId> Overflowing::operator()(const Assignment& input) {
  const vm::Run run = vm_.run(version_.binding, task_.entry.space, input, vm::Mode::Symbolic, budget_);
  if (run.outcome.kind != vm::OutcomeKind::Trapped || run.outcome.trap != vm::TrapKind::SignedOverflow) return std::nullopt;
  std::vector<ExprId> path;
  for (const vm::Decision& decision : run.decisions) path.push_back(decision.literal);
  return task_.pool.conjunction(path);
}

// --- random inputs

std::vector<PropertyCheck> tryProperties(const Task& task, Side side, const std::vector<uint32_t>& properties, const PropertyRules& rules,
                                         const Options& options, const StopFlag* stop) {
  Alone alone(task, side);
  alone.entry.criterion = onlyMarks(properties);
  const Task self = alone.task(task.pool);
  Options plain = options;
  plain.granularity = Granularity::Path;  // nothing is tracked
  plain.budget = options.concretePhase;
  plain.limits.steps = std::min(options.limits.steps, kStepsPerTry);
  Workbench bench(self, plain, stop);
  InputSource source(self.entry, self.before, self.after, self.pool, options.seed);
  std::vector<PropertyCheck> checks = unknown(properties);
  std::map<std::string, PropertyCheck*> byMark;
  for (PropertyCheck& check : checks) byMark.emplace(markOf(check.property), &check);
  for (uint64_t tries = 0; tries < kTries && !byMark.empty() && !bench.budget().exhausted(); ++tries) {
    Assignment input = source.next();
    if (!isInDomain(self.pool, self.entry.domain, input)) continue;
    const PairRun run = bench.run(input, vm::Mode::Concrete);
    const bool isUndefined = hasNoMeaning(run.after.outcome);
    if (!run.finished() || (isUndefined && !rules.undefinedCounts)) continue;
    std::optional<bool> counts;
    for (const vm::ObservedCell& cell : run.afterGlobals) {
      const auto check = cell.bits == 0 ? byMark.end() : byMark.find(std::string(result::rootOf(cell.name)));
      if (check == byMark.end()) continue;
      if (!counts) counts = !rules.leftOut || !rules.leftOut(input);
      if (!*counts) break;
      check->second->fate = Fate::Broken;
      check->second->input = input;
      check->second->isDefined = !isUndefined;
      byMark.erase(check);
    }
  }
  return checks;
}

// --- the walk

namespace {

// What a walk up to a higher bound may tell more of.
bool mayGoOn(const PropertyCheck& check) {
  return check.fate == Fate::HoldsToCut || (check.fate == Fate::Undecided && (check.reason.empty() || check.reason == kNobodyComes));
}

class Deepening {
 public:
  Deepening(const Task& task, Side side, const PropertyRules& rules, const Options& options, const StopFlag* stop)
      : task_(task), side_(side), rules_(rules), options_(options), stop_(stop), budget_(options.budget, stop) {}

  PropertyChecks run(const std::vector<uint32_t>& properties) {
    all_.checks = unknown(properties);
    std::vector<uint32_t> bounds = rules_.bounds;
    if (bounds.empty()) bounds.push_back(0);
    for (size_t k = 0; k < bounds.size() && !(k > 0 && budget_.exhausted()); ++k)
      upTo(bounds[k], k + 1 == bounds.size() ? budget_.left() : budget_.left() * kFirstBound);
    all_.statistics.wallSeconds = budget_.spent().count();
    return std::move(all_);
  }

 private:
  void upTo(uint32_t bound, Seconds time) {
    std::vector<size_t> wanted;  // in order
    std::vector<PropertyCheck> checks = all_.checks;
    for (size_t k = 0; k < checks.size(); ++k) {
      if (!mayGoOn(checks[k])) continue;
      checks[k].fate = Fate::Undecided;
      wanted.push_back(k);
    }
    if (wanted.empty()) return;
    const program::Program& given = side_ == Side::Before ? task_.before : task_.after;
    const program::Program program = withBound(given, bound);
    const Task pair{program, program, task_.changes, task_.entry, task_.pool};
    Alone alone(pair, side_);
    const Task self = alone.task(task_.pool);
    Options options = walkOptions(options_);
    options.budget = time;
    Workbench bench(self, options, stop_);
    PropertyWalk walk(bench, alone.entry, rules_, checks);
    togetherAndAlone(walk, bench, checks, wanted);
    for (const size_t k : wanted) {
      if (checks[k].fate == Fate::Undecided && checks[k].reason.empty()) checks[k].reason = kBudgetUsedUp;  // its turn did not come
      if (checks[k].fate == Fate::Undecided && all_.checks[k].fate == Fate::HoldsToCut) continue;
      all_.checks[k] = std::move(checks[k]);
      all_.checks[k].bound = bound;
    }
    count(self, bench, walk);
  }

  // Alone, a property is computed in fewer ways.
  void togetherAndAlone(PropertyWalk& walk, Workbench& bench, const std::vector<PropertyCheck>& checks, const std::vector<size_t>& wanted) {
    std::vector<size_t> together, left;
    for (const size_t k : wanted)
      if (!rules_.apart.contains(checks[k].property)) together.push_back(k);
    walk.walk(together, Budget(bench.options().budget * kTogether, stop_));
    const auto isOpen = [&](size_t k, const char* why) { return checks[k].fate == Fate::Undecided && checks[k].reason.starts_with(why); };
    for (const char* why : {kBudgetUsedUp, kNotDecided})  // a hard question costs most: it comes last, and alone it gets more time
      std::ranges::copy_if(together, std::back_inserter(left), [&](size_t k) { return isOpen(k, why); });
    for (const size_t k : wanted)
      if (rules_.apart.contains(checks[k].property)) left.push_back(k);
    for (size_t k = 0; k < left.size() && !bench.budget().exhausted(); ++k) {
      const Seconds share = std::max(kLeastAlone, bench.budget().left() / static_cast<double>(left.size() - k));
      walk.walk({left[k]}, Budget(share, stop_));
    }
  }

  void count(const Task& self, Workbench& bench, const PropertyWalk& walk) {
    all_.guarantee = stateGuarantee({self, bench.options(), bench.tracking(), nullptr, false, walk.unfinished(), false,
                                     bench.runner().ofOneVersion(), bench.runner().keptByOne(), bench.runner().keptInPart(),
                                     walk.assumptions()});
    all_.statistics.runs += walk.runs();
    all_.statistics.solverQueries += bench.statistics().queries;
    all_.statistics.solverUnknown += bench.statistics().unknown;
    all_.statistics.solverSeconds += bench.statistics().time.count();
  }

  const Task& task_;
  Side side_;
  const PropertyRules& rules_;
  const Options& options_;
  const StopFlag* stop_;
  Budget budget_;
  PropertyChecks all_;
};

}  // namespace

PropertyChecks checkProperties(const Task& task, Side side, const std::vector<uint32_t>& properties, const PropertyRules& rules,
                               const Options& options, const StopFlag* stop) {
  return Deepening(task, side, rules, options, stop).run(properties);
}

}  // namespace cleave::explore
