// What is claimed of an entry and on what that rests, line by line: changes, guarantee, bounds, assumptions, shares, cost.
#pragma once

#include <map>
#include <string>
#include <vector>

#include "result/result.h"

namespace cleave::report {

struct Claim {
  std::string label;  // empty: more of the one before
  std::string text;
};

// `counts`: of all partitions. Of the changes, no more than `mostChanges`; SIZE_MAX: all there is, of bounds and assumptions, too.
std::vector<Claim> claimsOf(const result::EntryResult& entry, const std::map<result::PartitionKind, size_t>& counts, size_t mostChanges);

}  // namespace cleave::report
