// Aligns two sequences of numbers: a long common subsequence, by the same means as a text diff. Exact for small stretches; long ones are
// first cut at elements (or short runs of them) that occur once on both sides. The work is bounded: what it does not come to is left
// unaligned.
#pragma once

#include <cstdint>
#include <span>
#include <utility>
#include <vector>

namespace cleave::change {

// Pairs of positions with equal numbers, ascending on both sides.
std::vector<std::pair<uint32_t, uint32_t>> align(std::span<const uint32_t> before, std::span<const uint32_t> after);

}  // namespace cleave::change
