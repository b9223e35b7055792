// Renamed functions: pairs functions that no name pairs, by their bodies.
//
// The items of two functions with the same signature are aligned as those of two versions of one function are (match.h). Two functions are
// alike when at least kLikeShare of their items align, and at least kLikeItems do; smaller ones say too little for that, so they must align
// as a whole. Of all pairs that are alike the best is taken first, so every pair taken is the best for both; among equals, names with more
// in common go first, then the order of the source. What is called by both and has no partner yet, and data that stands on one side only,
// counts as the same: it may have been renamed, too.
#pragma once

#include <vector>

#include "change/function_pairs.h"

namespace cleave::change {

inline constexpr double kLikeShare = 0.7;
inline constexpr size_t kLikeItems = 8;

// `known`: those that correspond already.
std::vector<FunctionMatch> pairSimilar(const Both<const program::Program&>& programs, const std::vector<FunctionMatch>& known);

}  // namespace cleave::change
