// Which partitions a reader takes for one thing: of the same kind, with the same changes that interfere, where the runs part at the same
// place, and of the same shape of what differs: the names, and what scalars are computed from. Where that leaves many groups of
// differences, less has to be the same.
#pragma once

#include <span>
#include <vector>

#include "groups/part.h"
#include "result/result.h"

namespace cleave::groups {

constexpr size_t kMostGroups = 4;  // of one kind, before less has to be the same

// What differs between the versions on the witness: "out->value[]" for any element, "return", "ends" for how the runs end. Sorted.
std::vector<std::string> shapeOf(const result::Partition& partition);

using Clusters = std::vector<std::vector<size_t>>;  // indices of partitions; larger ones first

// Of the partitions of a kind, each in one. Then, as long as there are several, those of less that is the same, each list shorter than the
// one before.
std::vector<Clusters> clusterings(std::span<const result::Partition> partitions, std::span<const Part> parts, result::PartitionKind kind);

// Groups of differences, then undefined, unfinished, equal ones.
Clusters clusters(std::span<const result::Partition> partitions, std::span<const Part> parts);

}  // namespace cleave::groups
