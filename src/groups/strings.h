// What can be said of the strings of an input, as conditions over their characters. The characters and classes of characters are those that
// partitions ask for: where some literal says that a character is '=' or white space, so do these.
#pragma once

#include <span>
#include <vector>

#include "groups/candidates.h"

namespace cleave::groups {

std::vector<Candidate> stringConditions(expr::ExprPool& pool, std::span<const Cell> cells, std::span<const expr::ExprId> literals);

}  // namespace cleave::groups
