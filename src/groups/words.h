// A conjunction of literals in the words of the source: characters as 'a', sets of characters by the names that C has for them, all else as
// conditionText says it.
#pragma once

#include <span>
#include <string>

#include "groups/part.h"

namespace cleave::groups {

// Each literal that speaks of one character alone is one of its own; of a character that several literals speak of, all are taken together.
// Empty: "true".
std::string wordsOf(expr::ExprPool& pool, std::span<const Cell> cells, std::span<const expr::ExprId> literals);

}  // namespace cleave::groups
