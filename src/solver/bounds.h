// Among the literals of a conjunction, comparisons of one term with constants bound it from below and above; only the tightest bounds
// count. A loop of a thousand rounds leaves `0 < n`, `1 < n`, .. `999 < n` in a path: one of them says it all.
#pragma once

#include <vector>

#include "expr/pool.h"

namespace cleave::solver {

// Drops literals that a kept one implies; the order of the others stays. False: a lower bound lies above an upper bound.
bool keepTightestBounds(const expr::ExprPool& pool, std::vector<expr::ExprId>& literals);

}  // namespace cleave::solver
