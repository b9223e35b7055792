#include "driver/guard_decide.h"

#include <algorithm>
#include <tuple>

#include <fmt/format.h>

#include "driver/guard_trace.h"
#include "driver/property_jobs.h"
#include "program/shown_name.h"

namespace cleave::driver {

using probes::PointKind;
using result::PropertyFate;

namespace {

constexpr size_t kMostFromEntry = 300;  // properties that are looked at from one entry on
constexpr size_t kMostImplied = 60;    // that follow from others, and help to prove them

}  // namespace

Status GuardDecider::tryRandom(const GuardPart& part) {
  std::set<uint32_t> all;
  for (uint32_t k = 0; k < list_.size(); ++k) all.insert(k);
  const Expected<PropertyRound> round = compileRound(options_, list_, part, all, LoopsAre::Bounded, stop_);
  if (!round) return round.error();
  first_.clear();
  implied_.clear();
  wanted_.clear();
  for (const EntryProperties& found : look(part, *round, nullptr, [&](size_t entry) { return reachedIn(*round, entry, all); })) {
    verdicts_.take(found, round->injected);
    const std::vector<uint32_t>& numbers = first_[found.entry] = firstOf(part, found.entry, withoutImplied(found));
    wanted_.insert(numbers.begin(), numbers.end());
  }
  return std::nullopt;
}

Status GuardDecider::prove(const GuardPart& part) {
  std::set<uint32_t> wanted = wanted_, simple;
  for (const uint32_t k : wanted_)
    if (list_.hasTighter(k)) wanted.insert(list_.tighterOf(k));
  for (const uint32_t number : wanted)
    if (!list_.isForAll(list_.looserOf(number))) simple.insert(number);
  for (auto& [entry, numbers] : implied_) {
    wanted.insert(numbers.begin(), numbers.end());
    for (const uint32_t k : std::vector(numbers))
      if (list_.hasTighter(k)) numbers.push_back(list_.tighterOf(k));
    simple.insert(numbers.begin(), numbers.end());
  }
  const Expected<PropertyRound> round = compileRound(options_, list_, part, wanted, LoopsAre::Bounded, stop_);
  if (!round) return round.error();
  const Expected<PropertyRound> cut = compileRound(options_, list_, part, simple, LoopsAre::Cut, stop_);
  if (!cut) return cut.error();
  const auto asked = [&](size_t entry) {
    std::vector<uint32_t> ordered = first_[round->prepared.nameOf(entry)];
    for (const uint32_t k : std::vector(ordered)) ordered.push_back(list_.tighterOf(k));
    return ordered;
  };
  for (const EntryProperties& found : look(part, *round, &*cut, asked)) verdicts_.take(found, round->injected);
  entries_ += round->prepared.entries.size();
  return std::nullopt;
}

// Without `cut`: with random inputs alone.
std::vector<EntryProperties> GuardDecider::look(const GuardPart& part, const PropertyRound& round, const PropertyRound* cut,
                                                const std::function<std::vector<uint32_t>(size_t)>& askedOf) {
  const bool triesAlone = cut == nullptr;
  PropertyWork work{round.options, round.prepared, {}, {}, {}, options_.iterations, triesAlone, {}, stop_};
  work.changes = result_.changes;
  if (cut != nullptr && cut->hasLoops) {
    work.cut = {&cut->prepared, cut->injected, {}};
    for (size_t k = 0; k < round.prepared.entries.size(); ++k) work.cut.helpers.push_back(implied_[round.prepared.nameOf(k)]);
  }
  for (uint32_t k = 0; k < list_.size(); ++k) {
    if (list_.isForAll(k)) work.apart.insert({k, list_.tighterOf(k)});
    work.isOnAfter.push_back(round.injected.after.contains(k) && !isOutdated_[k]);
  }
  work.isOnAfter.resize(2 * list_.size(), false);
  for (size_t entry = 0; entry < round.prepared.entries.size(); ++entry) {
    work.asked.push_back(askedOf(entry));
    std::erase_if(work.asked.back(), [&](uint32_t k) { return !round.injected.before.contains(k); });
  }
  size_t done = 0;
  work.done = [&](const std::string& entry) {
    if (listeners_.step)
      listeners_.step(fmt::format("{}: from {} on ({} of {})", triesAlone ? "trying" : "proving", entry, ++done, round.prepared.entries.size()));
  };
  const auto nameOf = [&](const std::string& entry) { return (triesAlone ? "tried " : "") + entry; };
  for (size_t k = 0; k < round.prepared.entries.size(); ++k) work.known.push_back(memory_.ofEntry(part.name, nameOf(round.prepared.nameOf(k))));
  std::vector<EntryProperties> all = decideProperties(work);
  for (const EntryProperties& found : all)
    if (found.failure.empty()) memory_.learnEntry(part.name, nameOf(found.entry), found.sides);
  return all;
}

// Of these, those whose places the entry may come to.
std::vector<uint32_t> GuardDecider::reachedIn(const PropertyRound& round, size_t entry, const std::set<uint32_t>& numbers) const {
  const program::Program &before = round.prepared.before(), &after = round.prepared.after();
  const EntryPair& pair = round.prepared.entries[entry];
  std::set<std::string> reached;
  for (const std::string& name : reachedFrom(before, pair.before)) reached.insert(std::string(program::splitName(name).symbol));
  const std::string own(program::splitName(before.function(pair.before).name).symbol);
  const bool isCalledAgain = mayCallItself(before, pair.before) || mayCallItself(after, pair.after);
  std::vector<uint32_t> asked;
  for (const uint32_t k : numbers) {
    const probes::Point& point = list_.pointOf(k);
    // What its own inputs are no version decides.
    const bool isInput = point.kind == PointKind::Entry && point.function == own && !isCalledAgain;
    if (reached.contains(point.function) && !isInput) asked.push_back(k);
  }
  return asked;
}

// Of what is undecided, what does not follow from the rest of it.
std::vector<uint32_t> GuardDecider::withoutImplied(const EntryProperties& found) {
  std::map<size_t, std::vector<size_t>> open;  // by point
  std::map<std::pair<size_t, size_t>, uint32_t> numbers;
  for (const result::Partition& each : found.sides.before.partitions) {
    if (each.kind != result::PartitionKind::Unfinished) continue;
    const std::pair<size_t, size_t>& place = list_.placeOf(each.id);
    open[place.first].push_back(place.second);
    numbers.emplace(place, each.id);
  }
  std::vector<uint32_t> left;
  for (const auto& [point, which] : open)
    for (const size_t k : guard::withoutImplied(list_.points()[point], which, stop_)) left.push_back(numbers.at({point, k}));
  for (const auto& [place, number] : numbers) {
    if (std::ranges::find(left, number) != left.end()) continue;
    if (result_.properties[number].fate == PropertyFate::Unproved) result_.properties[number].reason = "it follows from others";
    const PointKind kind = list_.pointOf(number).kind;
    std::vector<uint32_t>& helpers = implied_[found.entry];
    if ((kind == PointKind::LoopHead || kind == PointKind::Exit) && !list_.isForAll(number) && helpers.size() < kMostImplied) helpers.push_back(number);
  }
  return left;
}

// What is in the function itself first, then what is near the change, and what a function gives back before what it does on the way. Of very many
// only these: the walk through code that computes all of them comes to nothing.
std::vector<uint32_t> GuardDecider::firstOf(const GuardPart& part, const std::string& entry, std::vector<uint32_t> numbers) {
  std::set<std::string> changed;
  for (const std::string& name : part.scope.changed) changed.insert(std::string(program::splitName(name).symbol));
  const auto rank = [&](uint32_t k) {
    const probes::Point& point = list_.pointOf(k);
    const bool isExit = point.kind == PointKind::Exit || point.kind == PointKind::Throw;
    return std::tuple(point.display != entry, !changed.contains(point.function), list_.isForAll(k), !isExit, point.kind != PointKind::LoopHead);
  };
  std::ranges::stable_sort(numbers, {}, rank);
  for (size_t k = kMostFromEntry; k < numbers.size(); ++k)
    if (result_.properties[numbers[k]].fate == PropertyFate::Unproved) result_.properties[numbers[k]].reason = "there are too many that come first";
  if (numbers.size() > kMostFromEntry) numbers.resize(kMostFromEntry);
  return numbers;
}

void GuardDecider::traceNew(const GuardPart& part) {
  for (; traced_ < result_.violations.size(); ++traced_) trace(part, result_.violations[traced_]);
}

// How the input comes to break the property.
void GuardDecider::trace(const GuardPart& part, result::GuardViolation& violation) {
  const uint32_t number = violation.properties.front();
  if (listeners_.step) listeners_.step("tracing " + result_.properties[number].text);
  Options options = options_;
  options.before = part.sources.before;
  options.after = part.sources.after;
  Expected<Traced> traced = traceViolation({options, list_.checkOf(number), violation.entry, violation.inputBits, stop_});
  if (!traced) {
    violation.traceNote = traced.error().message;
    return;
  }
  violation.trace = std::move(traced->steps);
  violation.isTraceWhole = traced->isWhole;
}

}  // namespace cleave::driver
