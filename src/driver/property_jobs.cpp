#include "driver/property_jobs.h"

#include <algorithm>
#include <map>
#include <memory>
#include <stdexcept>
#include <thread>

#include <fmt/format.h>

#include "driver/confirm.h"
#include "driver/overflow_checked.h"
#include "explore/classify.h"
#include "explore/describe.h"
#include "explore/induction.h"
#include "explore/properties.h"
#include "explore/vocabulary.h"
#include "result/archive.h"
#include "support/worker.h"

namespace cleave::driver {

namespace {

namespace fs = std::filesystem;
using explore::PropertyCheck;
using Fate = PropertyCheck::Fate;
using result::EntryResult;
using result::Partition;
using result::PartitionKind;

constexpr Seconds kPatience{60};
constexpr size_t kMostDescribed = 64;  // cells of an input that breaks what tests showed by chance
constexpr unsigned kFewIterations = 2;  // are tried first
constexpr double kForInduction = 0.4;   // of the time of an entry, at most

// One entry, in its worker.
class EntryChecker {
 public:
  EntryChecker(const PropertyWork& work, size_t index, const explore::Entry& entry, expr::ExprPool& pool, Confirmer& confirmer,
               const fs::path& folder)
      : work_(work),
        index_(index),
        entry_(entry),
        pool_(pool),
        confirmer_(confirmer),
        task_{work.prepared.before(), work.prepared.after(), work.prepared.changes, entry_, pool},
        checked_{{work.prepared, Side::Before, work.options, folder, work.stop}, {work.prepared, Side::After, work.options, folder, work.stop}} {}

  Both<EntryResult> check() {
    Both<EntryResult> sides;
    if (entry_.space.cells.empty()) return sides;  // it runs in one way: a test, of which everything it shows is true
    const std::optional<EntryResult> known = knownOfBefore();
    if (work_.triesAlone) {
      if (known)
        sides.before = *known;
      else
        tryAll(sides.before);
      return sides;
    }
    sides.before = known ? *known : side(Side::Before, work_.asked[index_]);
    std::vector<uint32_t> held;
    for (const Partition& each : sides.before.partitions)
      if (each.kind == PartitionKind::Equal && work_.isOnAfter[each.id]) held.push_back(each.id);
    sides.after = side(Side::After, held);
    for (Partition& each : sides.after.partitions) {
      if (each.kind != PartitionKind::Different) continue;
      describeViolation(each);
      if (!each.confirmed) takeBack(each);
      if (explore::breaksBeyondBounds(task_, Side::Before, each.id, inputs_.at(each.id), work_.options.explore, work_.stop)) breakOnBefore(each, sides.before);
    }
    std::erase_if(sides.after.partitions, [](const Partition& each) { return each.kind == PartitionKind::Undefined; });
    return sides;
  }

 private:
  // It held up to the bound alone: it is not true of before, and nothing is to be said of after.
  static void breakOnBefore(Partition& found, EntryResult& before) {
    const auto own = std::ranges::find(before.partitions, found.id, &Partition::id);
    own->kind = PartitionKind::Different;
    own->reason.clear();
    own->witness = found.witness;
    own->witnessBits = found.witnessBits;
    found.kind = PartitionKind::Undefined;
  }

  void tryAll(EntryResult& result) {
    result.name = entry_.name;
    result.inputs = explore::describeInputs(entry_);
    explore::noteTypes(entry_, {}, result.vocabulary);
    for (const uint32_t number : breakSome(Side::Before, work_.asked[index_], rulesOf(Side::Before), result))
      add(result, {number, Fate::Undecided, "", std::nullopt, 0, true});
  }

  // From an earlier run with this version: if it is of the same inputs, and of all that is asked.
  std::optional<EntryResult> knownOfBefore() const {
    if (work_.known.empty() || !work_.known[index_].before) return std::nullopt;
    const EntryResult& known = *work_.known[index_].before;
    const auto textOf = [](const result::Input& input) { return input.name + " " + input.type; };
    const std::vector<result::Input> inputs = explore::describeInputs(entry_);
    if (!std::ranges::equal(inputs, known.inputs, {}, textOf, textOf)) return std::nullopt;
    for (const uint32_t number : work_.asked[index_])
      if (std::ranges::find(known.partitions, number, &Partition::id) == known.partitions.end()) return std::nullopt;
    return known;
  }

  EntryResult side(Side side, const std::vector<uint32_t>& properties) {
    EntryResult result;
    result.name = entry_.name;
    result.inputs = explore::describeInputs(entry_);
    explore::noteTypes(entry_, {}, result.vocabulary);
    if (properties.empty() && !(side == Side::Before && hasHelpers())) return result;
    const std::vector<uint32_t> proved = byInduction(side, properties, result);
    const explore::PropertyRules rules = rulesOf(side);
    // Most of what is false of before random inputs end at once. On after, whoever reads of a violation wants an input of the solver's, which
    // is small; random ones are for what is left open.
    std::vector<uint32_t> left = properties;
    std::erase_if(left, [&](uint32_t number) { return std::ranges::binary_search(proved, number); });
    if (side == Side::Before) left = breakSome(side, left, rules, result);
    if (left.empty()) return result;
    explore::PropertyChecks walked = explore::checkProperties(task_, side, left, rules, work_.options.explore, work_.stop);
    addGuarantee(result.guarantee, walked.guarantee);
    result.statistics = walked.statistics;
    std::map<uint32_t, PropertyCheck> open;
    for (PropertyCheck& check : walked.checks) {
      if (side == Side::After && check.fate == Fate::Undecided)
        open.emplace(check.property, std::move(check));
      else
        add(result, check);
    }
    std::vector<uint32_t> numbers;
    for (const auto& [number, check] : open) numbers.push_back(number);
    for (const uint32_t number : breakSome(side, numbers, rules, result)) add(result, open.at(number));
    std::ranges::sort(result.partitions, {}, &Partition::id);
    return result;
  }

  // Without a bound on loops, where that can be done: ascending.
  std::vector<uint32_t> byInduction(Side side, const std::vector<uint32_t>& properties, EntryResult& result) {
    if (work_.cut.prepared == nullptr) return {};
    const Prepared& prepared = *work_.cut.prepared;
    std::vector<uint32_t> asked = properties;
    if (side == Side::Before && hasHelpers()) asked.insert(asked.end(), work_.cut.helpers[index_].begin(), work_.cut.helpers[index_].end());
    std::erase_if(asked, [&](uint32_t number) { return !work_.cut.injected.of(side).contains(number); });
    size_t index = 0;
    while (index < prepared.entries.size() && prepared.nameOf(index) != entry_.name) ++index;
    if (asked.empty() || index == prepared.entries.size()) return {};
    expr::ExprPool pool;
    const Expected<explore::Entry> entry = makeSupportedEntry(prepared, index, work_.options, pool, work_.stop);
    if (!entry) return {};
    explore::Options options = work_.options.explore;
    options.budget = options.budget * kForInduction;
    const explore::Task task{prepared.before(), prepared.after(), prepared.changes, *entry, pool};
    const explore::Induction found = explore::proveByInduction(task, side, asked, side == Side::After, options, work_.stop);
    for (const uint32_t number : found.proved) add(result, {number, Fate::Holds, "", std::nullopt, 0, true});
    if (!found.proved.empty()) addGuarantee(result.guarantee, found.guarantee);
    return found.proved;
  }

  bool hasHelpers() const { return work_.cut.prepared != nullptr && index_ < work_.cut.helpers.size() && !work_.cut.helpers[index_].empty(); }

  static void addGuarantee(result::Guarantee& to, const result::Guarantee& more) {
    const auto addTo = [](std::vector<std::string>& list, const std::vector<std::string>& others) {
      for (const std::string& each : others)
        if (std::ranges::find(list, each) == list.end()) list.push_back(each);
    };
    addTo(to.bounds, more.bounds);
    addTo(to.assumptions, more.assumptions);
  }

  // On after an input counts if before has a meaning on it: what after does there, even if that has none, is new.
  explore::PropertyRules rulesOf(Side side) {
    explore::PropertyRules rules;
    rules.apart = work_.apart;
    if (work_.iterations > kFewIterations) rules.bounds = {kFewIterations, work_.iterations};
    if (side == Side::Before) {
      rules.goOnWhenOpen = false;
      return rules;
    }
    if (meaningless_ == nullptr)
      meaningless_ = std::make_unique<explore::Meaningless>(task_, Side::Before, work_.options.explore, work_.stop);
    rules.undefinedCounts = true;
    rules.leftOut = [this](const expr::Assignment& input) { return leftOut(input); };
    rules.leftOutReason = "broken where before has no meaning, or where a signed number overflows";
    rules.smallInputs = true;
    return rules;
  }

  std::optional<expr::ExprId> leftOut(const expr::Assignment& input) {
    std::optional<expr::ExprId> condition = (*meaningless_)(input);
    if (condition) return condition;
    if (overflowing_.empty())
      for (const Side side : kSides)
        if (const explore::CheckedVersion* version = checked_.of(side).of(index_, entry_))
          overflowing_.push_back(std::make_unique<explore::Overflowing>(task_, *version, work_.options.explore, work_.stop));
    for (const std::unique_ptr<explore::Overflowing>& each : overflowing_)
      if ((condition = (*each)(input))) return condition;
    return std::nullopt;
  }

  // By random inputs; those that are left.
  std::vector<uint32_t> breakSome(Side side, const std::vector<uint32_t>& properties, const explore::PropertyRules& rules,
                                  EntryResult& result) {
    std::vector<uint32_t> left;
    if (properties.empty()) return left;
    for (PropertyCheck& check : explore::tryProperties(task_, side, properties, rules, triesOf(work_.options.explore), work_.stop)) {
      if (check.fate == Fate::Broken)
        add(result, check);
      else
        left.push_back(check.property);
    }
    return left;
  }

  static explore::Options triesOf(explore::Options options) {
    options.concretePhase = std::min(options.budget * 0.1, Seconds(2));
    return options;
  }

  void add(EntryResult& result, const PropertyCheck& check) {
    Partition partition;
    partition.id = check.property;
    partition.reason = check.reason;
    switch (check.fate) {
      case Fate::Holds:
        partition.kind = PartitionKind::Equal;
        partition.reason = kProved;
        break;
      case Fate::HoldsToCut:
        partition.kind = PartitionKind::Equal;
        partition.reason = fmt::format("holds up to {} iterations", check.bound != 0 ? check.bound : work_.iterations);
        break;
      case Fate::Broken:
        partition.kind = PartitionKind::Different;
        if (entry_.space.cells.size() > kMostDescribed && work_.triesAlone) break;
        partition.witness = explore::describeWitness(entry_, *check.input);
        partition.witnessBits = explore::describeWitnessBits(entry_, *check.input);
        inputs_.insert_or_assign(check.property, *check.input);
        break;
      case Fate::Undecided:
        partition.kind = PartitionKind::Unfinished;
        break;
    }
    result.partitions.push_back(std::move(partition));
  }

  // What it relies on, whether it shows natively, and whether the versions also differ in what they show.
  void describeViolation(Partition& violation) {
    const expr::Assignment& input = inputs_.at(violation.id);
    explore::Entry alone = entry_;
    alone.criterion = {{explore::markOf(violation.id)}, {}};
    const std::optional<Partition> relied = classified(alone, input, true, violation);
    if (relied) violation.changes = toldAs(relied->changes);
    explore::Entry everything = entry_;
    for (const program::Program* program : {&work_.prepared.before(), &work_.prepared.after()})  // one may have places that the other lacks
      for (const program::Global& global : program->globals)
        if (program::isPropertyMark(global)) everything.criterion.ignored.push_back(global.name);
    Partition unused;
    const std::optional<Partition> shown = classified(everything, input, false, unused);
    if (!shown) return;
    violation.before = shown->before;
    violation.after = shown->after;
    if (shown->kind == PartitionKind::Different && unused.confirmed) violation.marks.push_back(kShows);
  }

  std::vector<uint32_t> toldAs(const std::vector<uint32_t>& ids) const {
    const std::vector<result::Change> here = explore::describeChanges(work_.prepared.changes);
    std::vector<uint32_t> told;
    for (const result::Change& change : work_.changes) {
      const auto isIt = [&](const result::Change& each) { return std::ranges::find(ids, each.id) != ids.end() && share(each, change); };
      if (std::ranges::any_of(here, isIt)) told.push_back(change.id);
    }
    return told;
  }

  // Lines of one function.
  static bool share(const result::Change& a, const result::Change& b) {
    using Lines = std::pair<uint32_t, uint32_t>;
    const auto overlap = [](const Lines& x, const Lines& y) { return x.first != 0 && y.first != 0 && x.first <= y.second && y.first <= x.second; };
    return a.function == b.function && (overlap(a.beforeLines, b.beforeLines) || overlap(a.afterLines, b.afterLines));
  }

  // What no native run shows is not called violated.
  static void takeBack(Partition& violation) {
    violation.kind = PartitionKind::Unfinished;
    violation.reason = "an input breaks it, but no native run shows that" + (violation.reason.empty() ? "" : ": " + violation.reason);
  }

  // As a partition of the comparison; `confirmed` and the note go to `told`. None: a run did not finish, or was cut.
  std::optional<Partition> classified(const explore::Entry& entry, const expr::Assignment& input, bool evenCut, Partition& told) {
    const explore::Task task{work_.prepared.before(), work_.prepared.after(), work_.prepared.changes, entry, pool_};
    explore::Workbench bench(task, work_.options.explore, work_.stop);
    std::string why;
    std::optional<explore::Classified> found = explore::classify(bench, input, why);
    if (!found) {
      told.reason = why;
      return std::nullopt;
    }
    if (!evenCut && wasCut(found->run)) return std::nullopt;
    Partition partition = explore::describePartition(pool_, entry, input, found->run, found->claim);
    if (evenCut) {
      confirmMark(entry, input, found->run, told);
    } else {
      const explore::Confirmation confirmation = confirmer_.confirm(static_cast<unsigned>(index_), entry, input, found->run);
      told.confirmed = confirmation.confirmed;
      told.reason = confirmation.note;
    }
    return partition;
  }

  // However the runs end: after tells that the property does not hold, and before does not.
  void confirmMark(const explore::Entry& entry, const expr::Assignment& input, const explore::PairRun& run, Partition& told) {
    const Expected<native::ReplayResult> replay = confirmer_.replay(static_cast<unsigned>(index_), entry, input, run);
    if (!replay) {
      told.reason = replay.error().message;
      return;
    }
    const auto tells = [&](const native::ReplayObservation& shown) { return std::ranges::find(shown.marks, told.id) != shown.marks.end(); };
    told.confirmed = tells(replay->after) && !tells(replay->before);
    told.reason = told.confirmed ? "" : "before " + native::toText(replay->before) + ", after " + native::toText(replay->after);
  }

  bool wasCut(const explore::PairRun& run) const {
    const auto cut = [](const program::Program& program, const vm::Run& each) {
      const program::GlobalId mark = program.findGlobal(explore::markOfCut());
      return mark.valid() && std::ranges::binary_search(each.writtenGlobals, mark);
    };
    return cut(work_.prepared.before(), run.before) || cut(work_.prepared.after(), run.after);
  }

  const PropertyWork& work_;
  size_t index_;
  const explore::Entry& entry_;
  expr::ExprPool& pool_;
  Confirmer& confirmer_;
  explore::Task task_;
  std::map<uint32_t, expr::Assignment> inputs_;
  std::unique_ptr<explore::Meaningless> meaningless_;  // of before
  Both<OverflowChecked> checked_;
  std::vector<std::unique_ptr<explore::Overflowing>> overflowing_;  // of both, when first asked for
};

class Jobs {
 public:
  explicit Jobs(const PropertyWork& work) : work_(work), all_(work.prepared.entries.size()) {}

  std::vector<EntryProperties> run() {
    for (size_t index = 0; index < all_.size(); ++index) all_[index].entry = work_.prepared.nameOf(index);
    Expected<native::SavedReplay> replay =
        Confirmer::writeModules(work_.prepared.versions, work_.prepared.planned, work_.prepared.work.path() / "native-modules", work_.options);
    if (!replay) {
      for (EntryProperties& each : all_) each.failure = replay.error().message;
      return std::move(all_);
    }
    replay_ = replay.take();
    size_t next = 0;
    runJobs(
        [&]() -> Job {
          while (next < all_.size() && (work_.asked[next].empty() || isKnown(next))) ++next;
          return next < all_.size() ? job(next++) : Job{};
        },
        work_.options.jobs != 0 ? work_.options.jobs : std::max(1u, std::thread::hardware_concurrency()), work_.stop);
    return std::move(all_);
  }

 private:
  bool isKnown(size_t index) {
    if (work_.known.empty() || !work_.known[index].before || !work_.known[index].after) return false;
    for (const Side side : kSides) all_[index].sides.of(side) = *work_.known[index].of(side);
    return true;
  }

  Job job(size_t index) {
    const fs::path folder = work_.prepared.work.path() / ("properties-" + std::to_string(index));
    std::error_code ignored;
    fs::create_directories(folder, ignored);
    Job job;
    job.errors = folder / "errors.txt";
    job.limits = {work_.options.memory, work_.options.explore.budget * 2 + kPatience, Seconds(1.5)};
    job.work = [this, index, folder](const Messages&) { decide(index, folder); };
    job.ended = [this, index, folder](const WorkerEnd& end) { collect(index, folder, end); };
    return job;
  }

  // In the worker.
  void decide(size_t index, const fs::path& folder) {
    expr::ExprPool pool;
    const Expected<explore::Entry> entry = makeSupportedEntry(work_.prepared, index, work_.options, pool, work_.stop);
    if (!entry) throw std::runtime_error(entry.error().message);
    Confirmer confirmer(work_.prepared.versions, replay_, work_.prepared.work.path(), folder, work_.options, work_.stop);
    const Both<EntryResult> sides = EntryChecker(work_, index, *entry, pool, confirmer, folder).check();
    for (const Side side : {Side::Before, Side::After})
      if (Status failed = result::save(sides.of(side), folder / nameOf(side))) throw std::runtime_error(failed->message);
  }

  void collect(size_t index, const fs::path& folder, const WorkerEnd& end) {
    EntryProperties& properties = all_[index];
    properties.failure = end.how == WorkerEnd::How::Done ? "" : end.why;
    for (const Side side : {Side::Before, Side::After}) {
      if (!properties.failure.empty()) break;
      Expected<EntryResult> loaded = result::load(folder / nameOf(side));
      if (loaded)
        properties.sides.of(side) = loaded.take();
      else
        properties.failure = loaded.error().message;
    }
    if (work_.done) work_.done(properties.entry);
  }

  const PropertyWork& work_;
  native::SavedReplay replay_;
  std::vector<EntryProperties> all_;
};

}  // namespace

std::vector<EntryProperties> decideProperties(const PropertyWork& work) { return Jobs(work).run(); }

}  // namespace cleave::driver
