// What single characters may be in a group: of each character the values that some member allows. Such a condition holds on every member by the way it is made, and
// says at once what the literals of many members say bit by bit: `isxdigit(s[0])`.
#pragma once

#include <span>
#include <vector>

#include "expr/byte_class.h"
#include "groups/candidates.h"

namespace cleave::groups {

// Of characters whose values have a name in C, or follow each other. Characters that some member says nothing of are left out.
std::vector<Candidate> projections(expr::ExprPool& pool, std::span<const Cell> cells, std::span<const Part> parts, const std::vector<size_t>& members);

// The term is one of these values: a union of ranges.
expr::ExprId isOneOf(expr::ExprPool& pool, expr::ExprId term, const expr::ByteSet& values);

}  // namespace cleave::groups
