// Runs an input natively on both versions and says whether they behave as the partition claims. Builds the versions from what the result
// directory has kept (native/saved.h), not from the sources.
#pragma once

#include <deque>
#include <filesystem>
#include <functional>
#include <memory>
#include <mutex>
#include <optional>
#include <string>

#include "audit/load.h"
#include "audit/space.h"
#include "native/saved.h"
#include "support/budget.h"

namespace cleave::audit {

// Both runs, of plain builds, and the cells that were asked for.
struct NativeRuns {
  native::ReplayResult result;
  std::vector<native::ReplayCell> beforeCells;
  std::vector<native::ReplayCell> afterCells;
};

struct Judgement {
  enum class Outcome { AsClaimed, NotAsClaimed, Undecided, NotReplayable };
  Outcome outcome = Outcome::Undecided;
  std::string story;                    // what happened, unless it was as claimed
  std::optional<NativeRuns> runs = {};  // where it was
};

class NativeJudge {
 public:
  // Starts the builds; executables go to `work`. An error also where native runs are refused.
  static Expected<NativeJudge> open(const std::filesystem::path& result, const std::filesystem::path& work,
                                    const native::ReplayLimits& limits, const StopFlag* stop);

  const result::Criterion& criterion() const { return saved_.criterion; }
  std::vector<std::string> entries() const;
  Judgement judge(const LoadedEntry& entry, const LoadedPartition& partition, const Values& input);

 private:
  explicit NativeJudge(native::SavedReplay saved) : saved_(std::move(saved)) {}
  const native::SavedEntry* find(const LoadedEntry& entry) const;
  std::shared_ptr<native::Replayer> replayerFor(const native::SavedEntry& entry);
  Judgement judgeEqual(native::Replayer& replayer, const LoadedPartition& partition, const native::ReplayInput& before,
                       const native::ReplayInput& after);
  Judgement judgeDifferent(native::Replayer& replayer, const LoadedPartition& partition, const native::ReplayInput& before,
                           const native::ReplayInput& after);

  native::SavedReplay saved_;
  std::function<std::unique_ptr<native::Replayer>(const native::SavedEntry*)> make_;  // null: for those that have no parts
  std::shared_ptr<native::Replayer> replayer_;
  // Of entries with parts: those that were asked for last. Others go once nobody uses them.
  std::unique_ptr<std::mutex> mutex_ = std::make_unique<std::mutex>();
  std::deque<std::pair<unsigned, std::shared_ptr<native::Replayer>>> apart_;
};

}  // namespace cleave::audit
