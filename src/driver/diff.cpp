#include "driver/diff.h"

#include <algorithm>
#include <memory>
#include <optional>

#include <malloc.h>

#include "driver/confirm.h"
#include "driver/entry_jobs.h"
#include "driver/evidence.h"
#include "driver/failed_entry.h"
#include "driver/journal.h"
#include "driver/kept_sources.h"
#include "driver/manifest.h"
#include "driver/prepare.h"
#include "driver/shared_memory.h"
#include "driver/version.h"
#include "native/build.h"
#include "result/guarantee.h"
#include "support/copy.h"

namespace cleave::driver {

namespace {

constexpr Seconds kAheadLimit{120};

// Who waits for one difference waits for executables as well, so these are made beside what comes before the first run.
std::unique_ptr<Copy> buildAhead(const Prepared& prepared, const native::SavedReplay& replay, const StopFlag* stop) {
  const bool areApart = std::ranges::any_of(prepared.planned, [](const EntryHarness& each) { return !each.late.empty(); });
  return std::make_unique<Copy>(
      [&prepared, &replay, areApart, stop] { return native::buildAhead({replay.before, replay.after}, areApart, prepared.work.path(), stop); }, kAheadLimit);
}

}  // namespace

Expected<DiffResult> diff(const DiffOptions& options, const Listeners& listeners, const StopFlag* stop) {
  Expected<Journal> journal = Journal::open(options.output, {options.large / 4, options.large});
  if (!journal) return journal.error();
  Expected<EvidenceWriter> evidence = EvidenceWriter::open(options.output);
  if (!evidence) return evidence.error();
  Expected<Prepared> prepared = prepare(options, listeners, stop, HarnessTime::MayBeLate);
  if (!prepared) return prepared.error();

  const Status unkept = keepSources(*prepared, options);

  result::Result result;
  result.version = kVersion;
  if (prepared->entries.empty() && prepared->elsewhere == 0) {
    result.notes.push_back("no function that exists in both versions differs, nor does anything it calls: equivalent");
  }
  result.notes.insert(result.notes.end(), prepared->notes.begin(), prepared->notes.end());
  if (prepared->entries.empty() && mayShareMemory(*prepared))
    result.notes.push_back("assumed: " + result::sentence(result::Premise::OneThread));

  std::optional<native::SavedReplay> replay;
  const bool isStopped = stop != nullptr && stop->requested();  // then nothing more is looked at
  if (options.native && !prepared->entries.empty() && !isStopped) {
    Expected<native::SavedReplay> written = Confirmer::writeModules(prepared->versions, prepared->planned, options.output, options);
    if (!written) return written.error();
    replay = written.take();
  }
  std::unique_ptr<Copy> ahead;
  if (replay && options.explore.untilDifference) ahead = buildAhead(*prepared, *replay, stop);
  ::malloc_trim(0);  // what compiling took; workers would have it, too
  FoundEntries found(prepared->work.path(), options.large >> 10);
  std::vector<std::string> names;
  for (size_t k = 0; k < prepared->entries.size(); ++k) names.push_back(prepared->nameOf(k));
  journal->run(kVersion, names);
  result.entries =
      decideEntries({options, *prepared, listeners, *journal, *evidence, replay ? &*replay : nullptr, found, stop}, result.notes);
  ahead.reset();

  for (const result::EntryResult& each : result.entries)
    if (isOfAssumption(each)) return Error{each.reason};

  const auto warn = [&](const Status& failed) {
    if (failed) result.notes.push_back("warning: " + failed->message);
  };
  warn(unkept);
  if (replay) warn(native::saveReplay(*replay, options.output / native::kSavedFolder));
  warn(evidence->finish());
  DiffResult all{std::move(prepared->work), std::move(result), std::move(found), {}};
  const Status unwritten = journal->finish(all.result, all.found);
  if (unwritten) all.result.notes.push_back("warning: " + unwritten->message);
  const Status undigested = writeManifest(options);
  if (undigested) all.result.notes.push_back("warning: " + undigested->message);
  if (!unwritten && !undigested) all.document = options.output / kResultFile;
  return all;
}

}  // namespace cleave::driver
