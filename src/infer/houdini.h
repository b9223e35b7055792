// The largest set of candidates that holds together, in the manner of Houdini: assume all, ask which of them fail under that assumption,
// drop those, until none fails. For properties that are to be proved by induction, where each may need the others.
//
// It ends, since each round drops at least one. The result is the largest set of which none fails, provided that a candidate that fails
// under some assumptions fails under fewer, too; then the order of the answers does not matter, and answering some of those that fail is
// enough.
#pragma once

#include <cstddef>
#include <functional>
#include <vector>

namespace cleave::infer {

// Given the numbers of the candidates that are assumed (ascending), some of those that fail; none only if none does. What could not be
// decided has to be counted as failing.
using WhichFail = std::function<std::vector<size_t>(const std::vector<size_t>& assumed)>;

std::vector<size_t> largestInductive(size_t candidates, const WhichFail& whichFail);

}  // namespace cleave::infer
