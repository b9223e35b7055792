// The lines of partitions.jsonl (report/journal_lines.h) as they stand, sorted by entry and looked into no further than needed: so that the
// document can be made of them, or a few of them be shown, however many there are.
#pragma once

#include <functional>
#include <string>
#include <string_view>
#include <unordered_map>
#include <vector>

#include "result/result.h"

namespace cleave::report {

// What one entry has in a journal. All of it is part of the journal's text.
struct EntryLines {
  std::string_view inputs;                   // the list, as JSON; empty: the line with which it began is not there
  std::string_view domain;                   // a text, as JSON; empty: there is none
  std::vector<std::string_view> terms;       // objects without their braces, in the order of the partitions
  std::vector<std::string_view> partitions;  // objects, without the braces and what only a line has
  size_t damaged = 0;                        // lines that look like one of this entry, and are not what was written

  void append(const EntryLines& more);  // of another file
};

class LinesByEntry {
 public:
  explicit LinesByEntry(std::string_view journal);  // which outlives this
  const EntryLines& of(const std::string& entry) const;
  std::vector<std::string_view> rawLinesOf(const std::string& entry) const;  // whole, in their order

 private:
  void add(std::string_view line);
  std::unordered_map<std::string_view, EntryLines> entries_;  // by name, as JSON
  std::unordered_map<std::string_view, std::vector<std::string_view>> raw_;
};

// Of an object like those above.
result::PartitionKind kindOf(std::string_view partition);
result::Partition partitionOf(std::string_view partition, const std::vector<result::Input>& inputs);

// A part of an entry's partitions: those that a short text shows.
struct ShownEntry {
  result::EntryResult entry;    // with some of its partitions
  size_t counts[4] = {0, 0, 0, 0};  // of all of them, by PartitionKind
};
ShownEntry shown(result::EntryResult whole);
// Of partitions that are objects as above: differences first, and no more than `most` of all.
ShownEntry shown(result::EntryResult head, const std::vector<std::string_view>& partitions, size_t most);
using ShowEntry = std::function<ShownEntry(size_t entry, size_t most)>;

}  // namespace cleave::report
