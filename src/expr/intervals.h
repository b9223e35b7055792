// Comparisons with constants, merged: what a conjunction of literals allows each term, as a set of ranges. For conditionText, which shows
// the ranges; kept apart from printing so that its meaning can be tested.
#pragma once

#include <optional>
#include <span>
#include <vector>

#include "expr/pool.h"

namespace cleave::expr {

struct Range {
  U128 low = 0;  // unsigned, both included, low <= high
  U128 high = 0;
  bool operator==(const Range&) const = default;
};

// One conjunct: `term` lies in one of the ranges (ascending, apart from each other, neither none nor all); or, when term is Bool, it holds.
struct Conjunct {
  ExprId term;
  std::vector<Range> ranges;
};

// Equivalent to the conjunction of the literals, conjuncts in the order in which their terms occur first. No value: the merging shows that
// the conjunction cannot hold (that it does not show so says nothing).
std::optional<std::vector<Conjunct>> mergeLiterals(const ExprPool& pool, std::span<const ExprId> literals);

// The same set in the order of signed numbers: low and high are patterns, compared as signed.
std::vector<Range> inSignedOrder(const std::vector<Range>& ranges, unsigned width);

}  // namespace cleave::expr
