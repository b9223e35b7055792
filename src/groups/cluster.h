// Which partitions a reader takes for one thing: of the same kind, with the same changes that interfere, where the runs part at the same
// place, and of the same shape of what differs: the names, and what scalars are computed from. Where that leaves many groups of differences,
// less has to be the same.
#pragma once

#include <span>
#include <vector>

#include "groups/part.h"
#include "result/result.h"

namespace cleave::groups {

constexpr size_t kMostGroups = 4;  // of one kind, before less has to be the same

// What differs between the versions on the witness: "out->value[]" for any element, "return", "ends" for how the runs end. Sorted.
std::vector<std::string> shapeOf(const result::Partition& partition);

// Indices of partitions: groups of differences first, then undefined, unfinished, equal ones; larger groups first. Each partition is in one.
std::vector<std::vector<size_t>> clusters(std::span<const result::Partition> partitions, std::span<const Part> parts);

}  // namespace cleave::groups
