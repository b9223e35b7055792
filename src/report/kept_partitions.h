// What a document has of an entry when the result is large: some of its partitions, those first that a reader looks for. The others are in the
// lines of the run (report/journal_lines.h).
#pragma once

#include <cstddef>
#include <string>
#include <vector>

#include "result/result.h"

namespace cleave::report {

// The order in which partitions are worth a place.
inline constexpr result::PartitionKind kByWorth[] = {result::PartitionKind::Different, result::PartitionKind::Undefined, result::PartitionKind::Unfinished,
                                                     result::PartitionKind::Equal};

// At least five partitions, and as many as so many bytes hold; in their order, with the terms that they need. `leftOut` counts the others, and has no files.
result::EntryResult keptOf(result::EntryResult whole, size_t bytes);

}  // namespace cleave::report
