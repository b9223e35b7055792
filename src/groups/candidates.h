// Conditions that might describe a group of partitions: the literals of all partitions and their opposites, and where these
// compare two terms, that they are equal; and of strings what a person
// would say: `strlen(s) > 3`, `strchr(s, '=')`, `isspace(strchr(s, '=')[1])`. Nothing here is claimed to hold anywhere.
//
// A named condition about a character that is not there is false: `isspace(strchr(s, '=')[1])` says, too, that there is a '='.
#pragma once

#include <span>
#include <string>
#include <vector>

#include "groups/part.h"

namespace cleave::groups {

struct Candidate {
  expr::ExprId condition;
  std::string text;
  bool isLiteral = true;  // of a partition; else it is one with a name
  bool isInvolved = false;  // it has comparisons within it: others are easier to read, even if these are more
};

// The shorter texts first; no more than a few hundred.
std::vector<Candidate> candidates(expr::ExprPool& pool, std::span<const Cell> cells, std::span<const Part> parts);

}  // namespace cleave::groups
