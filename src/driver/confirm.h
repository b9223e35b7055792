// The bridge between the explorer and native replay: turns a predicted difference into a native run, and keeps the cases that did not show.
// Also saves what is needed to replay inputs later (native/saved.h).
#pragma once

#include <filesystem>
#include <memory>
#include <string>
#include <vector>

#include "driver/harnesses.h"
#include "driver/options.h"
#include "driver/replay_queue.h"
#include "explore/explore.h"
#include "frontend/frontend.h"
#include "native/replay.h"
#include "native/saved.h"

namespace cleave::driver {

class Confirmer {
 public:
  // Writes the replay modules of both versions below `output`. Of the options, what counts.
  static Expected<native::SavedReplay> writeModules(const frontend::VersionPair& versions, const std::vector<EntryHarness>& entries,
                                                    const std::filesystem::path& output, const Options& options);
  // Where the harness of an entry is late: writes it beside the modules.
  static Expected<Both<native::SavedPart>> writeParts(const frontend::VersionPair& versions, const EntryHarness& entry, size_t index,
                                                      const native::SavedReplay& saved);
  // Both versions are built in `work` when first needed, unless they are there. Of the options, those for native runs.
  Confirmer(const frontend::VersionPair& versions, native::SavedReplay saved, const std::filesystem::path& work,
            std::filesystem::path output, const Options& options, const StopFlag* stop);
  // With parts: executables of this entry alone in `own`, what serves all entries in `work`.
  struct Apart {
    Both<native::SavedPart> parts;
    std::filesystem::path own;
  };
  Confirmer(const frontend::VersionPair& versions, native::SavedReplay saved, Apart apart, const std::filesystem::path& work,
            std::filesystem::path output, const Options& options, const StopFlag* stop);
  ~Confirmer() { stop_.request(); }
  // Both.
  static Expected<std::unique_ptr<Confirmer>> create(const frontend::VersionPair& versions, const std::vector<EntryHarness>& entries,
                                                     const std::filesystem::path& work, const std::filesystem::path& output,
                                                     const Options& options, const StopFlag* stop);

  // Why nothing can be run here, or nothing: native::Replayer::refusal.
  Status refusal() const { return replayer_->refusal(); }

  // Differences are to come: starts building in the background.
  void expectDifferences() { replayer_->expectReplays(); }

  explore::Confirmation confirm(unsigned entryIndex, const explore::Entry& entry, const expr::Assignment& input,
                                const explore::PairRun& run);
  // The same, beside what the caller does meanwhile. This object and the entry outlive it.
  std::unique_ptr<explore::Confirming> confirmLater(unsigned entryIndex, const explore::Entry& entry, const expr::Assignment& input,
                                                    const explore::PairRun& run);

  // Runs an input natively on both versions, looking at what the run showed.
  Expected<native::ReplayResult> replay(unsigned entryIndex, const explore::Entry& entry, const expr::Assignment& input,
                                        const explore::PairRun& run);

  // The entry is explored: how it takes its inputs is kept for later replays.
  void describe(unsigned entryIndex, const explore::Entry& entry);
  // What a run of the entry showed: where its cells stand is kept, so that later replays can look there, too. confirm does this by itself.
  void addResult(unsigned entryIndex, Side side, native::ReplayInput& input) const;
  void remember(unsigned entryIndex, const explore::PairRun& run);
  // Writes what describe and remember have gathered of the one entry that was explored.
  Status save(const std::filesystem::path& file) const {
    return saved_.entries.empty() ? std::nullopt : native::saveEntry(saved_.entries.front(), file);
  }

 private:
  explore::Confirmation judgeDifference(const explore::Entry& entry, const explore::PairRun& run, const native::ReplayResult& replay) const;
  class Later;
  // What to run, from what the run showed.
  ReplayQueue::Replay task(unsigned entryIndex, const explore::Entry& entry, const expr::Assignment& input, const explore::PairRun& run);
  explore::Confirmation conclude(const explore::Entry& entry, const expr::Assignment& input, const explore::PairRun& run,
                                 const Expected<native::ReplayResult>& replay);
  void keepCase(const explore::Entry& entry, const expr::Assignment& input, const std::string& story);

  const frontend::VersionPair& versions_;
  std::filesystem::path output_;
  std::unique_ptr<native::Replayer> replayer_;
  native::SavedReplay saved_;
  Both<native::SavedPart> parts_;
  unsigned kept_ = 0;
  StopFlag stop_;      // ends what is still under way when this object goes
  ReplayQueue queue_;  // last: it uses the others
};

}  // namespace cleave::driver
