// The fewest choices that together exclude everything; among as many, those that cost least.
#pragma once

#include <cstddef>
#include <optional>
#include <vector>

namespace cleave::groups {

struct CoverChoice {
  const std::vector<bool>* excludes;  // by item
  size_t cost = 0;
};

// Indices of choices, ascending. None: there is no such set of at most `most` choices, or it was not found in reasonable time.
std::optional<std::vector<size_t>> smallestCover(const std::vector<CoverChoice>& choices, size_t items, size_t most);

}  // namespace cleave::groups
