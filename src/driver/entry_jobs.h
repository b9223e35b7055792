// Entries as jobs: each is decided in a worker of its own (support/worker.h), so that an internal error, a crash, no memory or a hang is
// the result of that entry, and the others go on. What a worker found comes back as files in a folder of its own; what was found before it
// failed is in partitions.jsonl.
#pragma once

#include <optional>
#include <vector>

#include "driver/diff.h"
#include "driver/evidence.h"
#include "driver/found_entries.h"
#include "driver/journal.h"
#include "driver/prepare.h"
#include "native/saved.h"

namespace cleave::driver {

// What the jobs share. All of it is made before the first worker starts.
struct EntryWork {
  const DiffOptions& options;
  Prepared& prepared;  // a worker adds what its entry lacks, in its own copy
  const Listeners& listeners;
  Journal& journal;
  EvidenceWriter& evidence;
  native::SavedReplay* replay;  // null: differences are not replayed
  FoundEntries& found;          // where results go
  const StopFlag* stop;
};

// The result of every entry, in their order, without the partitions. What a worker could not hand over, or why proofs are left out, becomes
// a note.
std::vector<result::EntryResult> decideEntries(const EntryWork& work, std::vector<std::string>& notes);

}  // namespace cleave::driver
