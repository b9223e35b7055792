// The rows of the text report's table: of partitions, and of groups of them.
#pragma once

#include <string>
#include <vector>

#include "report/layout.h"
#include "result/result.h"

namespace cleave::report {

// What both versions compute there, as expressions. Below it, for a difference: a call that shows it, and what it shows; for an unfinished
// one: why, unless a version's column says it.
void addPartitionRows(std::vector<TableRow>& rows, const result::EntryResult& entry, const result::Partition& partition, bool color);

// The condition of all of it: what is exact, what is the rest, or what is needed.
std::string conditionText(const result::EntryResult& entry, const result::Group& group);
// With the example. Where its partitions compute different expressions, how they differ instead.
void addGroupRows(std::vector<TableRow>& rows, const result::EntryResult& entry, const result::Group& group, bool color);

}  // namespace cleave::report
