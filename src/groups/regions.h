// Regions: parts of the input space, each a conjunction of literals over input cells. Joins those that differ in one literal alone, and
// writes a union of many as one formula. Exact: what is joined holds the same inputs as before. Which regions may be joined (those of
// partitions that say the same) is for the caller to know.
#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "expr/pool.h"

namespace cleave::groups {

struct Region {
  std::vector<expr::ExprId> literals;
  std::vector<uint32_t> parts;  // of what it was joined; ascending
};

// p && l and p && !l become p; p && l goes where p is; again and again, until nothing can be joined. Regions come in the order of their
// first parts, literals in the order of their ids.
std::vector<Region> joined(expr::ExprPool& pool, std::vector<Region> regions);

// Of conjunctions, written as a tree over their common prefixes.
expr::ExprId unionOf(expr::ExprPool& pool, std::span<const std::vector<expr::ExprId>> conjunctions);

}  // namespace cleave::groups
