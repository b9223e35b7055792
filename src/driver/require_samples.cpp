#include "driver/require_samples.h"

#include <algorithm>
#include <map>
#include <optional>
#include <set>

#include <fmt/format.h>

#include "driver/require_shape.h"
#include "probes/log_format.h"
#include "program/shown_name.h"
#include "require/measure.h"
#include "support/check.h"

namespace cleave::driver {

namespace {

constexpr uint64_t kRecords = 2000;  // of each place in a process
constexpr size_t kMostStates = 300;  // of one place

bool isAt(const probes::Point& point, const ProbedPlace& place) {
  return point.kind == probes::PointKind::Statement && point.function == place.function && point.line == place.line &&
         point.column == place.column;
}

ProbedPlace placeOf(const statements::CallSite& site) {
  return {std::string(program::splitName(site.function).symbol), site.line, site.column};
}

// Reads states of one place from a log.
class StateReader {
 public:
  StateReader(const probes::Log& log, const vm::InputSpace& space, const ProbedPlace& place,
              const std::vector<statements::CallSite>& callSites, size_t callSite)
      : log_(log), space_(space) {
    for (uint32_t k = 0; k < log.points().size(); ++k) {
      const probes::Point& point = log.points()[k];
      if (isAt(point, place)) here_ = k;
      for (size_t s = 0; s < callSites.size(); ++s)
        if (isAt(point, placeOf(callSites[s]))) {
          calls_.insert(k);
          if (s == callSite) wanted_ = k;
        }
    }
    hasCaller_ = !callSites.empty();
    inputBytes_ = inputBytesOf(space);
    if (here_) findSources();
  }

  void addTo(std::set<explore::SeedInput>& states) {
    if (!here_ || (hasCaller_ && !wanted_)) return;
    std::map<uint32_t, probes::Record> last;  // call, by file
    log_.forEach([&](const probes::Record& record) {
      if (calls_.contains(record.point())) last.insert_or_assign(record.file(), record);
      if (record.point() != *here_) return true;
      const auto call = last.find(record.file());
      if (hasCaller_ && (call == last.end() || call->second.point() != *wanted_)) return true;
      states.insert(stateOf(record, hasCaller_ ? &call->second : nullptr));
      return states.size() < kMostStates;
    });
  }

 private:
  void findSources() {
    for (const vm::InputCell& cell : space_.cells) {
      const size_t colons = cell.name.rfind("::");
      const bool isCallers = colons != std::string::npos;
      points::CellSource source;
      if (!isCallers) source = require::sourceOf(log_.points()[*here_], cell.name);
      if (isCallers && wanted_) source = require::sourceOf(log_.points()[*wanted_], std::string_view(cell.name).substr(colons + 2));
      source.isCallers = isCallers;
      sources_.push_back(source);
    }
  }

  // What was not recorded is left out, and so is 0.
  explore::SeedInput stateOf(const probes::Record& record, const probes::Record* ofCall) const {
    explore::SeedInput state;
    for (size_t k = 0; k < sources_.size(); ++k) {
      const points::CellSource& source = sources_[k];
      const probes::Record* from = source.isCallers ? ofCall : &record;
      if (from == nullptr || source.kind == points::CellSource::Kind::Missing) continue;
      const probes::Type& type = log_.points()[from->point()].variables[source.variable].type;
      const std::optional<U128> value = require::cellIn(*from, source, type, space_.cells[k].sort.width);
      if (value && *value != 0)
        state.emplace_back(space_.cells[k].name,
                           patternText(space_.cells[k].name == require::kInputLength ? std::min(*value, U128(inputBytes_)) : *value));
    }
    return state;
  }

  static std::string patternText(U128 bits) {
    const auto high = static_cast<uint64_t>(bits >> 64), low = static_cast<uint64_t>(bits);
    return high == 0 ? fmt::format("{:#x}", low) : fmt::format("{:#x}{:016x}", high, low);
  }

  const probes::Log& log_;
  const vm::InputSpace& space_;
  std::optional<uint32_t> here_, wanted_;
  std::set<uint32_t> calls_;
  bool hasCaller_ = false;
  uint64_t inputBytes_ = 0;
  std::vector<points::CellSource> sources_;  // by cell
};

}  // namespace

Status Samples::record(const std::vector<ProbedPlace>& places) {
  const auto isKnown = [&](const ProbedPlace& place) {
    return std::ranges::any_of(runs_, [&](const Run& run) {
      return std::ranges::any_of(run.kept.places, [&](const ProbedPlace& each) { return each.isAt(place); });
    });
  };
  if (std::ranges::all_of(places, isKnown)) return std::nullopt;
  Expected<KeptTests> kept = keepTests(options_, places, kRecords, listeners_, stop_);
  if (!kept) return kept.error();
  states_.clear();
  Run& run = runs_.emplace_back(Run{kept.take()});
  for (const auto& [test, path] : run.kept.tests) {
    const Expected<probes::Log> log = probes::Log::open(path);
    if (!log) return log.error();
    for (const probes::PointCount& count : log->counts()) run.isWhole = run.isWhole && count.thinnedFrom == 0;
    // Of one that has no room for more, something may be missing.
    for (const probes::Point& point : log->points()) run.isWhole = run.isWhole && point.variables.size() < kCleaveMostAtStatement;
    for (const probes::LogFile& file : log->files()) run.isWhole = run.isWhole && !file.fileFull && !file.totalFull && !file.diskFull;
  }
  return std::nullopt;
}

std::vector<explore::SeedInput> Samples::statesAt(const ProbedPlace& place, const vm::InputSpace& space,
                                                  const std::vector<statements::CallSite>& callSites, size_t callSite) {
  std::string key =
      fmt::format("{} {} {} {}", place.function, place.line, place.column, callSites.empty() ? -1 : static_cast<int>(callSite));
  for (const vm::InputCell& cell : space.cells) key += " " + cell.name;
  const auto [kept, isNew] = states_.try_emplace(key);
  if (!isNew) return kept->second;
  std::set<explore::SeedInput> states;
  for (const Run& run : runs_)
    for (const auto& [test, path] : run.kept.tests) {
      if (states.size() >= kMostStates) break;
      if (const Expected<probes::Log> log = probes::Log::open(path)) StateReader(*log, space, place, callSites, callSite).addTo(states);
    }
  kept->second.assign(states.begin(), states.end());
  return kept->second;
}

const Samples::Run* Samples::runThatHas(const std::vector<ProbedPlace>& places, bool everyVisit) const {
  const auto isIn = [](const ProbedPlace& place, const KeptTests& kept) {
    const auto known = std::ranges::find_if(kept.places, [&](const ProbedPlace& each) { return each.isAt(place); });
    return known != kept.places.end() && std::ranges::all_of(place.reads, [&](const std::string& path) {
             return std::ranges::find(known->reads, path) != known->reads.end();
           });
  };
  for (const Run& run : runs_)
    if ((run.isWhole || !everyVisit) && std::ranges::all_of(places, [&](const ProbedPlace& place) { return isIn(place, run.kept); }))
      return &run;
  return nullptr;
}

Status Samples::forEach(const std::vector<ProbedPlace>& places,
                        const std::function<void(const RunTest& test, const probes::Log& log)>& take,
                        std::vector<std::string>& notes) const {
  const Run* run = runThatHas(places);
  if (run == nullptr) run = runThatHas(places, false);
  CHECK(run != nullptr, "the tests were run");
  notes.insert(notes.end(), run->kept.notes.begin(), run->kept.notes.end());
  for (const auto& [test, path] : run->kept.tests) {
    const Expected<probes::Log> log = probes::Log::open(path);
    if (!log) return log.error();
    take(test, *log);
  }
  return std::nullopt;
}

}  // namespace cleave::driver
