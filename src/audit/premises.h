// What a result must say besides its verdict, as far as its own parts tell: assumptions that every such result has, and marks.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "audit/load.h"
#include "audit/space.h"
#include "result/criterion.h"

namespace cleave::audit {

// What is missing, or cannot be. Empty: nothing.
std::vector<std::string> premiseProblems(const LoadedEntry& entry, const result::Criterion& criterion);

// Assertions about the cells of the space: the input is none of those that the mark speaks of ("only for NaN": no input is one). Nothing:
// the mark is of another kind.
std::optional<std::string> withoutMark(const std::string& mark, const LoadedEntry& entry, const Space& space);

}  // namespace cleave::audit
