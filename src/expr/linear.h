// Sums of terms with constant factors, modulo a power of two: enough to see that `sum * 31 + x` and `(sum << 5) - sum + x` are one value,
// however long the chain. Exact: what it says holds for all values; when it says nothing, the two may still be equal.
#pragma once

#include <optional>

#include "expr/pool.h"

namespace cleave::expr {

// Whether two integers of one width are surely equal, or surely different, by comparing their sums; nothing when that does not tell.
std::optional<bool> linearlyEqual(const ExprPool& pool, ExprId a, ExprId b);

// Their equality as an expression: a constant where the sums tell.
ExprId equalValues(ExprPool& pool, ExprId a, ExprId b);

}  // namespace cleave::expr
