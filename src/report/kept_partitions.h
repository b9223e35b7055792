// What a document has of an entry when the result is large: some of its partitions, those first that a reader looks for. The others are in the
// lines of the run (report/journal_lines.h). It is kept as pieces of the document, made by who found the entry, so that they need only be copied
// when a run is told to end.
#pragma once

#include <cstddef>
#include <memory>
#include <string>
#include <vector>

#include "report/entry_lines.h"
#include "result/result.h"
#include "support/expected.h"

namespace cleave::report {

// The order in which partitions are worth a place.
inline constexpr result::PartitionKind kByWorth[] = {result::PartitionKind::Different, result::PartitionKind::Undefined, result::PartitionKind::Unfinished,
                                                     result::PartitionKind::Equal};

struct KeptEntry {
  std::unique_ptr<const std::string> text;
  EntryLines lines;         // parts of the text
  result::LeftOut leftOut;  // counts, and no files
};

// At least five partitions, and as many as so many bytes hold; in their order, with the terms that they need.
std::string keptText(const result::EntryResult& whole, size_t bytes);
Expected<KeptEntry> readKept(std::string text);
// The entry itself, with these partitions.
result::EntryResult withKept(result::EntryResult head, const KeptEntry& kept);

}  // namespace cleave::report
