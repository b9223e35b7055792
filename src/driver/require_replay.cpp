#include "driver/require_replay.h"

#include <map>

#include "explore/properties.h"
#include "explore/property_walk.h"
#include "explore/workbench.h"
#include "points/points.h"

namespace cleave::driver {

namespace {

using native::ReplayObservation;

Expected<std::unique_ptr<Confirmer>> confirmerOf(const Prepared& prepared, const Options& options, const StopFlag* stop) {
  return Confirmer::create(prepared.versions, prepared.planned, prepared.work.path(), prepared.work.path() / "replay", options, stop);
}

// As the machine sees them: marks of before are there, so that the same cells can be asked for.
Expected<native::ReplayResult> replay(Confirmer& confirmer, const explore::Task& given, size_t index, const std::vector<uint32_t>& goals,
                                      const expr::Assignment& input, const Options& options, const StopFlag* stop) {
  explore::Entry entry = given.entry;
  entry.criterion = explore::onlyMarks(goals);
  const explore::Task task{given.before, given.after, given.changes, entry, given.pool};
  explore::Options plain = options.explore;
  plain.granularity = explore::Granularity::Path;  // nothing is tracked
  explore::Workbench bench(task, plain, stop);
  const explore::PairRun run = bench.run(input, vm::Mode::Concrete);
  if (!run.finished()) return Error{"its run did not finish"};
  return confirmer.replay(static_cast<unsigned>(index), entry, input, run);
}

}  // namespace

Expected<std::set<uint32_t>> GoalReplayer::reached(const ReplayRequest& request) {
  if (confirmer_ == nullptr) {
    Expected<std::unique_ptr<Confirmer>> made = confirmerOf(prepared_, options_, stop_);
    if (!made) return made.error();
    confirmer_ = made.take();
  }
  const Expected<native::ReplayResult> shown = replay(*confirmer_, request.task, request.index, request.goals, request.input, options_, stop_);
  if (!shown) return shown.error();
  if (shown->after.end != ReplayObservation::End::Returned) return stopped(request);
  std::map<std::string, std::string> cells(shown->after.cells.begin(), shown->after.cells.end());
  std::set<uint32_t> found;
  for (const uint32_t goal : request.goals)
    if (const auto cell = cells.find(explore::markOf(goal)); cell != cells.end() && cell->second == "0x01") found.insert(goal);
  if (!found.contains(request.wanted)) return Error{"after " + native::toText(shown->after)};
  return found;
}

Expected<std::set<uint32_t>> GoalReplayer::stopped(const ReplayRequest& request) const {
  const Expected<TempDir> folder = TempDir::create("stopping");
  if (!folder) return folder.error();
  const Expected<Prepared> prepared = request.stopping(request.wanted, folder->path());
  if (!prepared) return prepared.error();
  expr::ExprPool pool;
  const Expected<explore::Entry> entry = makeSupportedEntry(*prepared, 0, options_, pool, stop_);
  if (!entry) return entry.error();
  std::map<std::string, U128> values;
  for (const vm::InputCell& cell : request.task.entry.space.cells) values[cell.name] = request.input[cell.symbol.value];
  expr::Assignment input(pool.symbolCount(), 0);
  for (const vm::InputCell& cell : entry->space.cells) input[cell.symbol.value] = values[cell.name];
  const Expected<std::unique_ptr<Confirmer>> confirmer = confirmerOf(*prepared, options_, stop_);
  if (!confirmer) return confirmer.error();
  const explore::Task task{prepared->before(), prepared->after(), prepared->changes, *entry, pool};
  const Expected<native::ReplayResult> shown = replay(**confirmer, task, 0, {request.wanted}, input, options_, stop_);
  if (!shown) return shown.error();
  if (shown->after.end == ReplayObservation::End::Exited && shown->after.code == points::kGoalStatus) return std::set{request.wanted};
  return Error{"after " + native::toText(shown->after)};
}

}  // namespace cleave::driver
