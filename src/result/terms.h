// Conditions of partitions refer to terms of their entry by name (docs/json.md). This makes a term that stands alone of one that does.
#pragma once

#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace cleave::result {

using Terms = std::vector<std::pair<std::string, std::string>>;  // names and what they stand for, in any order: ?2 refers to ?1 alone

// `(let ((?1 …)) condition)`, with those terms that it needs.
std::string withTerms(std::string_view condition, const Terms& terms);
// Whether all that it refers to is there.
bool hasItsTerms(std::string_view condition, const Terms& terms);

}  // namespace cleave::result
