// Predicates as circuits over what can be read at a point (points/circuit.h).
#pragma once

#include <string_view>
#include <vector>

#include "expr/pool.h"
#include "points/circuit.h"

namespace cleave::require {

// Cells of what is left of stdin: how many bytes, and `stdin[0]`, `stdin[1]`...
inline constexpr std::string_view kInputLength = "stdin_length";
bool isInput(std::string_view cell);

// The variable that has the value of an input cell there: of `p_is_null` it is p, of `a[3]` it is `a[0..n)`.
points::CellSource sourceOf(const probes::Point& point, std::string_view cell);

// `caller`: a point just before the call that is under way, which has the cells called "caller::name"; null: they are missing.
points::Circuit circuitOf(const expr::ExprPool& pool, const std::vector<expr::ExprId>& predicates, const probes::Point& point,
                          const probes::Point* caller = nullptr);

// The cells of a predicate that nothing at the points has the value of.
std::vector<std::string> missingAt(expr::ExprPool& pool, expr::ExprId predicate, const probes::Point& point, const probes::Point* caller = nullptr);

}  // namespace cleave::require
