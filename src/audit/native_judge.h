// Runs an input natively on both versions and says whether they behave as the partition claims. Builds the versions from what the result
// directory has kept (native/saved.h), not from the sources.
#pragma once

#include <filesystem>
#include <memory>
#include <string>

#include "audit/load.h"
#include "audit/space.h"
#include "native/saved.h"
#include "support/budget.h"

namespace cleave::audit {

struct Judgement {
  enum class Outcome { AsClaimed, NotAsClaimed, Undecided, NotReplayable };
  Outcome outcome = Outcome::Undecided;
  std::string story;  // what happened, unless it was as claimed
};

class NativeJudge {
 public:
  // Starts the builds; executables go to `work`.
  static Expected<NativeJudge> open(const std::filesystem::path& result, const std::filesystem::path& work, Seconds limit,
                                    const StopFlag* stop);

  Judgement judge(const LoadedEntry& entry, const LoadedPartition& partition, const Values& input);

 private:
  explicit NativeJudge(native::SavedReplay saved) : saved_(std::move(saved)) {}
  const native::SavedEntry* find(const LoadedEntry& entry) const;
  Judgement judgeEqual(const LoadedPartition& partition, const native::ReplayInput& before, const native::ReplayInput& after);
  Judgement judgeDifferent(const LoadedPartition& partition, const native::ReplayInput& before, const native::ReplayInput& after);

  native::SavedReplay saved_;
  std::unique_ptr<native::Replayer> replayer_;
};

}  // namespace cleave::audit
