// What can be said of a result without running or solving anything: its own parts must not contradict each other. The verdict follows from
// the partitions, every claim of the index is about a partition that there is, every entry and partition that was noted while the result
// was made (partitions.jsonl, replay.json) is still in it.
#pragma once

#include <set>

#include "audit/audit.h"
#include "audit/load.h"
#include "result/criterion.h"

namespace cleave::audit {

// What else the directory says of its result.
struct Traces {
  std::optional<std::vector<LoadedStatement>> claims;    // of smt2/index.json
  std::optional<std::vector<JournalLine>> journal;   // of partitions.jsonl
  std::optional<std::vector<std::string>> replayed;  // entries of replay.json
  result::Criterion criterion;                       // what counted, says replay.json
};

// One Check with an item per entry, and one per thing that belongs to no entry.
Check checkConsistency(const std::vector<LoadedEntry>& entries, const Traces& traces);

}  // namespace cleave::audit
