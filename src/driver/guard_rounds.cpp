#include "driver/guard_rounds.h"

namespace cleave::driver {

namespace {

// Writes the units with properties and bounds compiled in; `injected` are the numbers that found their places.
Status injectProperties(const GuardList& list, const std::set<uint32_t>& wanted, unsigned iterations, const std::filesystem::path& folder,
                        points::LoopNumbers* cut, frontend::Sources& sources, std::set<uint32_t>& injected) {
  std::error_code failure;
  std::filesystem::create_directories(folder, failure);
  for (size_t u = 0; u < sources.compiled.size(); ++u) {
    frontend::Compiled& unit = sources.compiled[u];
    std::vector<points::Check> checks;
    for (const uint32_t number : list.inUnit(unit, wanted)) checks.push_back(list.checkOf(number));
    const std::filesystem::path out = folder / (std::to_string(u) + ".bc");
    const Expected<std::vector<points::Unplaced>> unplaced = points::insertChecks(unit.bitcode, checks, out, iterations, cut);
    if (!unplaced) return unplaced.error();
    std::set<uint32_t> placed;
    for (const points::Check& check : checks) placed.insert(check.number);
    for (const points::Unplaced& each : *unplaced) placed.erase(each.number);
    injected.insert(placed.begin(), placed.end());
    unit.bitcode = out;
  }
  return std::nullopt;
}

}  // namespace

Expected<PropertyRound> compileRound(const GuardOptions& given, const GuardList& list, const GuardPart& part, const std::set<uint32_t>& wanted,
                                     LoopsAre loops, const StopFlag* stop) {
  Expected<TempDir> work = TempDir::create("properties");
  if (!work) return work.error();
  Options options = given;
  Both<std::set<uint32_t>> injected;
  bool hasLoops = false;
  for (const Side side : kSides) {
    points::LoopNumbers numbers;
    frontend::Sources sources = part.sources.of(side);
    if (Status failed = injectProperties(list, wanted, given.iterations, work->path() / nameOf(side), loops == LoopsAre::Cut ? &numbers : nullptr, sources,
                                         injected.of(side)))
      return *failed;
    hasLoops = hasLoops || numbers.loop > 0;
    (side == Side::Before ? options.before : options.after) = std::move(sources);
  }
  options.entries = given.from.empty() ? part.scope.entries : given.from;
  options.exploreUnchanged = true;
  Expected<Prepared> prepared = prepare(options, {}, stop);
  if (!prepared) return prepared.error();
  return PropertyRound{work.take(), std::move(options), std::move(injected), prepared.take(), hasLoops};
}

}  // namespace cleave::driver
