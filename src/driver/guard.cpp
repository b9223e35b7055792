#include "driver/guard.h"

#include <algorithm>
#include <chrono>
#include <functional>
#include <map>
#include <tuple>

#include <fmt/format.h>

#include "driver/find_changes.h"
#include "driver/guard_asserts.h"
#include "driver/guard_collect.h"
#include "driver/guard_files.h"
#include "driver/guard_memory.h"
#include "driver/guard_scope.h"
#include "driver/guard_trace.h"
#include "driver/property_jobs.h"
#include "driver/version.h"
#include "explore/describe.h"
#include "guard/log_properties.h"
#include "guard/to_checks.h"
#include "infer/print_c.h"
#include "points/points.h"
#include "program/shown_name.h"
#include "project/open.h"
#include "project/pairs.h"
#include "support/check.h"

namespace cleave::driver {

namespace {

namespace fs = std::filesystem;
using guard::PointProperties;
using project::OpenProject;
using project::OutputPairs;
using result::GuardProperty;
using result::GuardResult;
using result::PropertyFate;

constexpr size_t kMostFromEntry = 300;  // properties that are looked at from one entry on

// A program or library of both versions that differs, and where to look in it.
struct Part {
  std::string name;
  Both<frontend::Sources> sources;
  GuardScope scope;
};

class Guard {
 public:
  Guard(const GuardOptions& options, const GuardListeners& listeners, const StopFlag* stop) : options_(options), listeners_(listeners), stop_(stop) {
    result_.version = kVersion;
  }

  Expected<GuardResult> run() {
    if (Status failed = build()) return *failed;
    if (parts_.empty()) {
      result_.notes.push_back("no function differs: there is nothing to guard");
      return std::move(result_);
    }
    // From here on: what changed, and which functions are worth a look.
    if (Status failed = collectAndInfer()) return *failed;
    // From here on: numbered properties, and which of them the tests of after break.
    placeProperties();
    for (const Part& part : parts_)
      if (Status failed = decide(part)) return *failed;
    if (stop_ != nullptr && stop_->requested()) return Error{"stopped"};
    finish();
    if (Status failed = keep()) return *failed;
    if (Status failed = writeAsserts()) return *failed;
    return std::move(result_);
  }

 private:
  // --- steps and their times

  void begin(const std::string& what) {
    start_ = std::chrono::steady_clock::now();
    if (listeners_.step) listeners_.step(what);
  }
  void end(const char* name, std::string summary) {
    add({name, std::move(summary), std::chrono::duration<double>(std::chrono::steady_clock::now() - start_).count()});
  }
  void add(result::GuardStep step) {
    result_.steps.push_back(std::move(step));
    if (listeners_.finished) listeners_.finished(result_.steps.back());
  }

  // --- build

  Expected<OpenProject> open(Side side) {
    project::OpenRequest request = openRequest(options_.projects, side, stop_);
    request.step = listeners_.step;
    request.wraps = false;  // the code tells which operations are signed; to those who do not ask it wraps all the same
    request.copied = [&](const project::Tree& tree) { memory_.setContents(side, tree.root()); };
    return project::openProject(request);
  }

  Status build() {
    begin("building");
    for (const Side side : kSides) {
      Expected<OpenProject> opened = open(side);
      if (!opened) return opened.error();
      projects_.of(side).emplace(opened.take());
    }
    Expected<OutputPairs> pairs = OutputPairs::of(projects_.before->project, projects_.after->project, options_.projects.program);
    if (!pairs) return pairs.error();
    result_.notes = pairs->notes();
    std::set<std::string> seen;  // functions that changed, in parts before
    Status firstFailure;
    for (const size_t k : inOrder(*pairs)) {
      Status failed = addPart(*pairs, k, seen);
      if (!failed) continue;
      // Tests that include the source and link the library as well, say: the others can be looked at all the same.
      result_.notes.push_back("left out: " + failed->message);
      if (!firstFailure) firstFailure = std::move(failed);
    }
    if (parts_.empty() && firstFailure) return firstFailure;
    size_t changed = 0;
    for (const Part& part : parts_) changed += part.scope.changed.size();
    end("build", fmt::format("{} changed functions in {} programs or libraries", changed, parts_.size()));
    return std::nullopt;
  }

  // Libraries first: they have no main, and no code of tests.
  static std::vector<size_t> inOrder(const OutputPairs& pairs) {
    std::vector<size_t> order;
    for (size_t k = 0; k < pairs.all().size(); ++k)
      if (!pairs.all()[k].same) order.push_back(k);
    const auto isProgram = [&](size_t k) { return pairs.all()[k].kind == project::OutputKind::Program; };
    std::ranges::stable_sort(order, {}, isProgram);
    return order;
  }

  Status addPart(const OutputPairs& pairs, size_t k, std::set<std::string>& seen) {
    Part part;
    part.name = pairs.all()[k].name;
    for (const Side side : kSides) part.sources.of(side) = pairs.sources(k, side);
    Options options = options_;
    options.before = part.sources.before;
    options.after = part.sources.after;
    const Expected<Loaded> loaded = load(options, {}, stop_);
    if (!loaded) return Error{pairs.all()[k].name + ": " + loaded.error().message};
    const Expected<change::Changes> changes = findChanges(loaded->versions, options.pairs);
    if (!changes) return changes.error();
    part.scope = findScope(loaded->versions, *changes, options_.scope);
    const bool isNew = std::ranges::any_of(part.scope.changed, [&](const std::string& name) { return !seen.contains(name); });
    if (part.scope.isEmpty() || !isNew) return std::nullopt;
    seen.insert(part.scope.changed.begin(), part.scope.changed.end());
    for (result::Change& change : explore::describeChanges(*changes)) result_.changes.push_back(std::move(change));
    parts_.push_back(std::move(part));
    return std::nullopt;
  }

  // --- collect and infer

  Status collectAndInfer() {
    std::set<std::string> watched;
    for (const Part& part : parts_)
      for (const std::string& name : part.scope.watched) watched.insert(std::string(program::splitName(name).symbol));
    memory_.recallBefore(watched, result_.notes);
    if (Status failed = memory_.before() ? useKnown() : collectBefore(memory_.toWatch(watched))) return failed;
    for (size_t p = 0; p < points_.size(); ++p)
      for (size_t k = 0; k < points_[p].found.size(); ++k) addProperty(p, k);
    std::vector<std::string> ids;
    for (const GuardProperty& property : result_.properties) ids.push_back(property.id);
    memory_.recallAfter(ids, result_.notes);
    return runTestsOfAfter(watched);
  }

  Status useKnown() {
    begin("looking up what is known of before");
    points_ = memory_.before()->points;
    end("collect", memory_.before()->collected + " (" + memory_.whence() + ")");
    size_t found = 0;
    for (const PointProperties& each : points_) found += each.found.size();
    end("infer", fmt::format("{} properties at {} points ({})", found, points_.size(), memory_.whence()));
    return std::nullopt;
  }

  Status collectBefore(const std::set<std::string>& watched) {
    begin("collecting");
    const Expected<Collected> before = collect(options_, Side::Before, watched, listeners_, stop_);
    if (!before) return before.error();
    end("collect", logSummary(*before));
    begin("inferring");
    infer::Options options;
    options.chance = options_.chance;
    options.mostGap = 1;  // i <= length + 1 is meant; x <= y + 7 is what came up
    options.weaker = true;
    points_ = guard::inferProperties(before->log, options, stop_);
    size_t found = 0;
    for (const PointProperties& each : points_) found += each.found.size();
    end("infer", fmt::format("{} properties at {} points", found, points_.size()));
    memory_.learnBefore(watched, logSummary(*before), points_);
    return std::nullopt;
  }

  Status runTestsOfAfter(const std::set<std::string>& watched) {
    begin("running the tests of after");
    std::string summary;
    if (const std::optional<KnownAfter>& known = memory_.after()) {
      isOutdated_ = known->isOutdated;
      summary = known->tested + " (" + memory_.whence() + ")";
    } else {
      const Expected<Collected> after = collect(options_, Side::After, watched, listeners_, stop_);
      if (!after) return after.error();
      const std::vector<std::vector<uint64_t>> broken = guard::countBroken(points_, after->log);
      for (const auto& [point, which] : places_) isOutdated_.push_back(broken[point][which] != 0);
      summary = logSummary(*after);
      memory_.learnAfter(summary, isOutdated_);
    }
    end("outdated", fmt::format("{}; they break {} of the properties", summary, std::ranges::count(isOutdated_, true)));
    return std::nullopt;
  }

  static std::string logSummary(const Collected& collected) {
    uint64_t records = 0;
    for (const probes::PointCount& count : collected.log.counts()) records += count.records;
    return fmt::format("{} records at {} points, of {} processes", records, collected.log.points().size(), collected.log.files().size());
  }

  static std::string pointText(const probes::Point& point) {
    switch (point.kind) {
      case probes::PointKind::Entry:
        return "at entry";
      case probes::PointKind::Exit:
        return "at exit";
      case probes::PointKind::Throw:
        return "where it throws";
      case probes::PointKind::LoopHead:
        return "in the loop";
      case probes::PointKind::Statement:
        return "before a statement";
      case probes::PointKind::AfterCall:
        return point.callee.empty() ? "after a call" : "after the call of " + point.callee;
      case probes::PointKind::Step:
        break;
    }
    UNREACHABLE("kind of point");
  }

  void addProperty(size_t p, size_t k) {
    const PointProperties& at = points_[p];
    GuardProperty property;
    property.id = infer::idOf(at.samples, at.found[k].property);
    property.text = infer::printForPeople(at.samples, at.found[k].property);
    property.function = at.point.display;
    property.point = pointText(at.point);
    property.before.at = fmt::format("{}:{}", at.point.file, at.point.line);  // until it is found in the code that was kept
    property.samples = at.found[k].rows;
    places_.emplace_back(p, k);
    result_.properties.push_back(std::move(property));
  }

  // Where the properties stand in the lines of the user.
  void placeProperties() {
    for (const Part& part : parts_)
      for (const Side side : kSides)
        for (const frontend::Compiled& unit : part.sources.of(side).compiled) placeIn(unit, side);
  }

  void placeIn(const frontend::Compiled& unit, Side side) {
    std::vector<uint32_t> numbers;
    std::vector<probes::Point> points;
    for (uint32_t k = 0; k < places_.size(); ++k) {
      const probes::Point& point = points_[places_[k].first].point;
      if (fs::path(point.unit).filename() != unit.file.filename()) continue;
      numbers.push_back(k);
      points.push_back(point);
    }
    if (points.empty()) return;
    const Expected<std::vector<std::optional<probes::Point>>> found = points::findPoints(unit.bitcode, points);
    for (size_t k = 0; found && k < numbers.size(); ++k) {
      if (!(*found)[k]) continue;
      GuardProperty& property = result_.properties[numbers[k]];
      (side == Side::Before ? property.before : property.after).at = fmt::format("{}:{}", (*found)[k]->file, (*found)[k]->line);
    }
  }

  // --- prove and check

  // First random inputs, with everything that the tests showed: most of it is false. What is left is what proofs are about, without what then follows
  // from the rest; the code that is walked computes nothing else.
  Status decide(const Part& part) {
    begin("trying random inputs");
    std::set<uint32_t> all;
    for (uint32_t k = 0; k < places_.size(); ++k) all.insert(k);
    Expected<Round> tries = compile(part, all);
    if (!tries) return tries.error();
    std::map<std::string, std::vector<uint32_t>> first;  // by entry, of those that are left: in order, as many as can be looked at
    for (const EntryProperties& found : look(part, *tries, true, [&](size_t entry) { return reachedIn(*tries, entry, all); })) {
      take(found, tries->injected);
      first[found.entry] = firstOf(part, found.entry, withoutImplied(found));
    }
    std::set<uint32_t> wanted;
    for (const auto& [entry, numbers] : first) wanted.insert(numbers.begin(), numbers.end());
    end("try", fmt::format("{} of {} properties are left", wanted.size(), all.size()));
    begin("proving");
    for (const uint32_t k : std::set(wanted))
      if (guard::tightened(propertyOf(k))) wanted.insert(tighterOf(k));
    Expected<Round> proofs = compile(part, wanted);
    if (!proofs) return proofs.error();
    const auto asked = [&](size_t entry) {
      std::vector<uint32_t> ordered = first[proofs->prepared.nameOf(entry)];
      for (const uint32_t k : std::vector(ordered)) ordered.push_back(tighterOf(k));
      return ordered;
    };
    const size_t known = result_.violations.size();
    for (const EntryProperties& found : look(part, *proofs, false, asked)) take(found, proofs->injected);
    entries_ += proofs->prepared.entries.size();
    provingSeconds_ += std::chrono::duration<double>(std::chrono::steady_clock::now() - start_).count();
    for (size_t k = known; k < result_.violations.size(); ++k) trace(part, result_.violations[k]);
    return std::nullopt;
  }

  // Both versions with some of the properties compiled in.
  struct Round {
    TempDir work;
    Options options;
    Both<std::set<uint32_t>> injected;  // numbers that found their places
    Prepared prepared;
  };

  Expected<Round> compile(const Part& part, const std::set<uint32_t>& wanted) const {
    Expected<TempDir> work = TempDir::create("properties");
    if (!work) return work.error();
    Options options = options_;
    Both<std::set<uint32_t>> injected;
    for (const Side side : kSides) {
      frontend::Sources sources = part.sources.of(side);
      if (Status failed = inject(sources, work->path() / nameOf(side), wanted, injected.of(side))) return *failed;
      (side == Side::Before ? options.before : options.after) = std::move(sources);
    }
    options.entries = options_.from.empty() ? part.scope.entries : options_.from;
    options.exploreUnchanged = true;
    Expected<Prepared> prepared = prepare(options, {}, stop_);
    if (!prepared) return prepared.error();
    return Round{work.take(), std::move(options), std::move(injected), prepared.take()};
  }

  std::vector<EntryProperties> look(const Part& part, const Round& round, bool triesAlone,
                                    const std::function<std::vector<uint32_t>(size_t)>& askedOf) {
    PropertyWork properties{round.options, round.prepared, {}, {}, {}, options_.iterations, triesAlone, {}, stop_};
    for (uint32_t k = 0; k < places_.size(); ++k)
      if (std::holds_alternative<infer::ForAll>(propertyOf(k).body)) properties.apart.insert({k, tighterOf(k)});
    for (uint32_t k = 0; k < places_.size(); ++k) properties.isOnAfter.push_back(round.injected.after.contains(k) && !isOutdated_[k]);
    properties.isOnAfter.resize(2 * places_.size(), false);
    for (size_t entry = 0; entry < round.prepared.entries.size(); ++entry) {
      properties.asked.push_back(askedOf(entry));
      std::erase_if(properties.asked.back(), [&](uint32_t k) { return !round.injected.before.contains(k); });
    }
    size_t done = 0;
    properties.done = [&](const std::string& entry) {
      if (listeners_.step)
        listeners_.step(fmt::format("{}: from {} on ({} of {})", triesAlone ? "trying" : "proving", entry, ++done, round.prepared.entries.size()));
    };
    const auto nameOf = [&](const std::string& entry) { return (triesAlone ? "tried " : "") + entry; };
    for (size_t k = 0; k < round.prepared.entries.size(); ++k) properties.known.push_back(memory_.ofEntry(part.name, nameOf(round.prepared.nameOf(k))));
    std::vector<EntryProperties> all = decideProperties(properties);
    for (const EntryProperties& found : all)
      if (found.failure.empty()) memory_.learnEntry(part.name, nameOf(found.entry), found.sides);
    return all;
  }

  const infer::Property& propertyOf(uint32_t k) const { return points_[places_[k].first].found[places_[k].second].property; }

  // Of what is undecided, what does not follow from the rest of it.
  std::vector<uint32_t> withoutImplied(const EntryProperties& found) {
    std::map<size_t, std::vector<size_t>> open;  // by point
    std::map<std::pair<size_t, size_t>, uint32_t> numbers;
    for (const result::Partition& each : found.sides.before.partitions) {
      if (each.kind != result::PartitionKind::Unfinished) continue;
      open[places_[each.id].first].push_back(places_[each.id].second);
      numbers.emplace(places_[each.id], each.id);
    }
    std::vector<uint32_t> left;
    for (const auto& [point, which] : open)
      for (const size_t k : guard::withoutImplied(points_[point], which, stop_)) left.push_back(numbers.at({point, k}));
    for (const auto& [place, number] : numbers)
      if (std::ranges::find(left, number) == left.end() && result_.properties[number].fate == PropertyFate::Unproved)
        result_.properties[number].reason = "it follows from others";
    return left;
  }

  // What is in the function itself first, then what is near the change, and what a function gives back before what it does on the way. Of very many
  // only these: the walk through code that computes all of them comes to nothing.
  std::vector<uint32_t> firstOf(const Part& part, const std::string& entry, std::vector<uint32_t> numbers) {
    std::set<std::string> changed;
    for (const std::string& name : part.scope.changed) changed.insert(std::string(program::splitName(name).symbol));
    const auto rank = [&](uint32_t k) {
      const probes::Point& point = points_[places_[k].first].point;
      const bool isExit = point.kind == probes::PointKind::Exit || point.kind == probes::PointKind::Throw;
      const bool isForAll = std::holds_alternative<infer::ForAll>(propertyOf(k).body);
      return std::tuple(point.display != entry, !changed.contains(point.function), isForAll, !isExit, point.kind != probes::PointKind::LoopHead);
    };
    std::ranges::stable_sort(numbers, {}, rank);
    for (size_t k = kMostFromEntry; k < numbers.size(); ++k)
      if (result_.properties[numbers[k]].fate == PropertyFate::Unproved) result_.properties[numbers[k]].reason = "there are too many that come first";
    if (numbers.size() > kMostFromEntry) numbers.resize(kMostFromEntry);
    return numbers;
  }

  // How the input comes to break the property.
  void trace(const Part& part, result::GuardViolation& violation) {
    const uint32_t number = violation.properties.front();
    begin("tracing " + result_.properties[number].text);
    const PointProperties& at = points_[places_[number].first];
    Options options = options_;
    options.before = part.sources.before;
    options.after = part.sources.after;
    const points::Check check{at.point, guard::toNode(at.found[places_[number].second].property), number};
    Expected<Traced> traced = traceViolation({options, check, violation.entry, violation.inputBits, stop_});
    if (!traced) {
      violation.traceNote = traced.error().message;
      return;
    }
    violation.trace = std::move(traced->steps);
    violation.isTraceWhole = traced->isWhole;
  }

  // The number of the tightened form of a property.
  uint32_t tighterOf(uint32_t k) const { return k + static_cast<uint32_t>(places_.size()); }
  bool isTighter(uint32_t k) const { return k >= places_.size(); }

  // Of these, those whose places the entry may come to.
  std::vector<uint32_t> reachedIn(const Round& round, size_t entry, const std::set<uint32_t>& numbers) const {
    std::set<std::string> reached;
    for (const std::string& name : reachedFrom(round.prepared.before(), round.prepared.entries[entry].before))
      reached.insert(std::string(program::splitName(name).symbol));
    const EntryPair& pair = round.prepared.entries[entry];
    const std::string own(program::splitName(round.prepared.before().function(pair.before).name).symbol);
    const bool isCalledAgain = mayCallItself(round.prepared.before(), pair.before) || mayCallItself(round.prepared.after(), pair.after);
    std::vector<uint32_t> asked;
    for (const uint32_t k : numbers) {
      const probes::Point& point = points_[places_[k].first].point;
      // What its own inputs are no version decides.
      const bool isInput = point.kind == probes::PointKind::Entry && point.function == own && !isCalledAgain;
      if (reached.contains(point.function) && !isInput) asked.push_back(k);
    }
    return asked;
  }

  // Writes the units with properties and bounds compiled in; `injected` are the numbers that found their places.
  Status inject(frontend::Sources& sources, const fs::path& folder, const std::set<uint32_t>& wanted, std::set<uint32_t>& injected) const {
    std::error_code failure;
    fs::create_directories(folder, failure);
    for (size_t u = 0; u < sources.compiled.size(); ++u) {
      frontend::Compiled& unit = sources.compiled[u];
      std::vector<points::Check> checks;
      std::set<uint32_t> placed;
      for (const uint32_t number : wanted) {
        const uint32_t k = isTighter(number) ? number - static_cast<uint32_t>(places_.size()) : number;
        const probes::Point& point = points_[places_[k].first].point;
        if (fs::path(point.unit).filename() != unit.file.filename()) continue;
        checks.push_back({point, guard::toNode(isTighter(number) ? *guard::tightened(propertyOf(k)) : propertyOf(k)), number});
        placed.insert(number);
      }
      const fs::path out = folder / (std::to_string(u) + ".bc");
      const Expected<std::vector<points::Unplaced>> unplaced = points::insertChecks(unit.bitcode, checks, out, options_.iterations);
      if (!unplaced) return unplaced.error();
      for (const points::Unplaced& each : *unplaced) placed.erase(each.number);
      injected.insert(placed.begin(), placed.end());
      unit.bitcode = out;
    }
    return std::nullopt;
  }

  // --- what was found

  void take(const EntryProperties& found, const Both<std::set<uint32_t>>& injected) {
    if (!found.failure.empty()) {
      result_.notes.push_back(found.entry + ": " + found.failure);
      return;
    }
    for (const Side side : kSides) {
      const result::Guarantee& guarantee = found.sides.of(side).guarantee;
      for (const std::string& bound : guarantee.bounds) addOnce(result_.bounds, found.entry + ": " + bound);
      for (const std::string& assumption : guarantee.assumptions)
        if (assumption.find(program::kPropertyMark) == std::string::npos) addOnce(result_.assumptions, assumption);
    }
    // A bound that nothing comes near, where inputs or runs are bounded, says nothing: total <= 25 of lists of up to four elements.
    std::set<uint32_t> farOff;
    for (const result::Partition& each : found.sides.before.partitions)
      if (isTighter(each.id) && each.kind == result::PartitionKind::Equal &&
          (!found.sides.before.guarantee.bounds.empty() || each.reason != "proved"))
        farOff.insert(each.id);
    for (const result::Partition& each : found.sides.before.partitions)
      if (!isTighter(each.id)) takeBefore(found, each, injected, farOff.contains(tighterOf(each.id)));
    for (const result::Partition& each : found.sides.after.partitions)
      if (!farOff.contains(tighterOf(each.id))) takeAfter(found, each);
  }

  static void addOnce(std::vector<std::string>& list, const std::string& text) {
    if (std::ranges::find(list, text) == list.end()) list.push_back(text);
  }

  void takeBefore(const EntryProperties& found, const result::Partition& each, const Both<std::set<uint32_t>>& injected, bool isFarOff) {
    GuardProperty& property = result_.properties[each.id];
    if (result::isTrueOnBefore(property.fate)) return;  // from another entry on
    property.from = found.entry;
    if (isFarOff && each.kind == result::PartitionKind::Equal) {
      if (property.fate == PropertyFate::Unproved) property.reason = "nothing comes near it within the bounds of the proof";
      return;
    }
    switch (each.kind) {
      case result::PartitionKind::Equal:
        property.proof = each.reason;
        property.reason.clear();
        property.input.clear();
        property.fate = !injected.after.contains(each.id) ? PropertyFate::Gone : isOutdated_[each.id] ? PropertyFate::Outdated : PropertyFate::Open;
        return;
      case result::PartitionKind::Different:
        property.fate = PropertyFate::False;
        property.input = each.witness;
        return;
      case result::PartitionKind::Unfinished:
      case result::PartitionKind::Undefined:
        if (property.fate == PropertyFate::Unproved) property.reason = each.reason;
        return;
    }
  }

  void takeAfter(const EntryProperties& found, const result::Partition& each) {
    GuardProperty& property = result_.properties[each.id];
    if (property.fate == PropertyFate::Violated) return;
    switch (each.kind) {
      case result::PartitionKind::Equal:
        if (property.from == found.entry || property.fate == PropertyFate::Valid) {
          property.fate = PropertyFate::Valid;
          property.check = each.reason;
        }
        return;
      case result::PartitionKind::Different:
        property.fate = PropertyFate::Violated;
        property.from = found.entry;
        addViolation(found, each);
        return;
      case result::PartitionKind::Unfinished:
      case result::PartitionKind::Undefined:
        if (property.fate == PropertyFate::Open) property.reason = each.reason;
        return;
    }
  }

  // Those that the same changes break are one; of those of which that is not known, those from the same entry on.
  void addViolation(const EntryProperties& found, const result::Partition& each) {
    std::vector<result::Change> changes;
    for (const result::Change& change : result_.changes)
      if (std::ranges::find(each.changes, change.id) != each.changes.end()) changes.push_back(change);
    const auto idsOf = [](const std::vector<result::Change>& list) {
      std::vector<uint32_t> ids;
      for (const result::Change& change : list) ids.push_back(change.id);
      return ids;
    };
    for (result::GuardViolation& known : result_.violations)
      if (idsOf(known.changes) == idsOf(changes) && (!changes.empty() || known.entry == found.entry)) {
        known.properties.push_back(each.id);
        return;
      }
    result::GuardViolation violation;
    violation.properties = {each.id};
    violation.entry = found.entry;
    violation.inputs = found.sides.after.inputs;
    violation.input = each.witness;
    violation.inputBits = each.witnessBits;
    violation.confirmed = each.confirmed;
    violation.note = each.reason;
    violation.changes = std::move(changes);
    if (std::ranges::find(each.marks, kShows) != each.marks.end()) {
      violation.difference = each;
      violation.difference->kind = result::PartitionKind::Different;
      violation.difference->confirmed = true;
    }
    result_.violations.push_back(std::move(violation));
  }

  void finish() {
    for (GuardProperty& property : result_.properties)
      if (property.fate == PropertyFate::Unproved && property.reason.empty()) property.reason = "no function that proofs start from comes there";
    const auto count = [&](PropertyFate fate) { return result_.count(fate); };
    const uint64_t isFalse = count(PropertyFate::False), unproved = count(PropertyFate::Unproved);
    add({"prove", fmt::format("{} are true of before, {} are false, {} undecided; from {} functions on", result_.properties.size() - isFalse - unproved,
                              isFalse, unproved, entries_),
         provingSeconds_});
    add({"check", fmt::format("{} are valid, {} violated, {} undecided; {} outdated, {} gone", count(PropertyFate::Valid), count(PropertyFate::Violated),
                              count(PropertyFate::Open), count(PropertyFate::Outdated), count(PropertyFate::Gone)),
         0});
  }

  Status keep() {
    begin("keeping what was found");
    return memory_.keep();
  }

  Status writeAsserts() {
    if (options_.asserts.empty()) return std::nullopt;
    begin("writing assertions");
    AssertRequest request{options_, options_.asserts, {}, {}, listeners_, stop_};
    for (const Part& part : parts_) request.after.push_back(&part.sources.after);
    for (size_t k = 0; k < places_.size(); ++k)
      if (result_.properties[k].fate == PropertyFate::Valid) request.properties.push_back({&points_[places_[k].first], places_[k].second});
    Expected<result::GuardAsserts> asserts = emitAsserts(request);
    if (!asserts) return asserts.error();
    result_.asserts = asserts.take();
    end("assert", fmt::format("{} assertions in {}", result_.asserts->written, result_.asserts->directory));
    return std::nullopt;
  }

  const GuardOptions& options_;
  const GuardListeners& listeners_;
  const StopFlag* stop_;
  std::chrono::steady_clock::time_point start_;
  size_t entries_ = 0;  // that proofs started from
  double provingSeconds_ = 0;
  GuardMemory memory_{options_};
  Both<std::optional<OpenProject>> projects_;
  std::vector<Part> parts_;
  std::vector<PointProperties> points_;
  std::vector<std::pair<size_t, size_t>> places_;  // of a property by number: the point, and which one of it
  std::vector<bool> isOutdated_;                   // by number
  GuardResult result_;
};

}  // namespace

Expected<GuardResult> guard(const GuardOptions& options, const GuardListeners& listeners, const StopFlag* stop) {
  if (!options.files) return Guard(options, listeners, stop).run();
  const Expected<FileProjects> projects = projectsOf(options, stop);
  if (!projects) return projects.error();
  Expected<GuardResult> result = Guard(projects->options, listeners, stop).run();
  if (result) renameBefore(*result, *projects, options.files->before);
  return result;
}

}  // namespace cleave::driver
