// The lines of partitions.jsonl: what a run writes while it goes on, so that a report can be made of it whatever ends the run. Each line is
// whole by itself and carries the start of its own digest, so that a damaged one is noticed. docs/json.md describes them.
#pragma once

#include <memory>
#include <optional>
#include <string>
#include <string_view>

#include "result/result.h"
#include "support/expected.h"

namespace cleave::report {

// All without the newline.
std::string runLine(const std::string& version, const std::vector<std::string>& entries);
std::string beginLine(const result::EntryResult& head);  // name, inputs, domain, changes, granularity are known from the start
std::string partitionLine(const std::string& entry, const result::Partition& partition);
std::string endLine(const result::EntryResult& head, size_t partitions);  // all but the partitions

// The line up to its digest, if that is right.
std::optional<std::string_view> signedBody(std::string_view line);

// What lines tell.
struct JournalContents {
  result::Result result;      // entries in the order of the run; what did not end is inconclusive, or different
  std::vector<bool> ended;    // by entry
  std::vector<bool> begun;    // by entry: something is known of it
  std::vector<size_t> lost;   // by entry: partitions that should be there, and are not
  std::vector<uint64_t> bytes;  // by entry: of lines with partitions
  size_t damagedLines = 0;    // that say nothing
  bool knowsEntries = false;  // the line that names them is there
};

// Collects what lines say, in any order: of everything, or of one entry only.
class JournalReader {
 public:
  explicit JournalReader(const std::string* entry = nullptr);
  ~JournalReader();
  void add(std::string_view line);
  JournalContents finish();

 private:
  class Collector;
  std::unique_ptr<Collector> collector_;
};
JournalContents readJournal(std::string_view text, const std::string* entry = nullptr);

}  // namespace cleave::report
