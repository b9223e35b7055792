// The results of a run's entries: what is known of each is in memory, its partitions are lines of the journal, and of result.json once that
// is written. Only what cannot be in the journal (it could not be written) is in a file of its own.
#pragma once

#include <filesystem>
#include <map>

#include "report/entry_lines.h"
#include "report/json.h"
#include "result/result.h"
#include "support/expected.h"

namespace cleave::driver {

class FoundEntries {
 public:
  explicit FoundEntries(std::filesystem::path work) : work_(std::move(work)) {}

  // In the worker: hands the result over. `isNoted`: the journal has its partitions.
  Status handOver(size_t index, result::EntryResult entry, bool isNoted) const;
  // Back here, without the partitions. `journal`: the file that has them if they are noted.
  Expected<result::EntryResult> take(size_t index, const std::filesystem::path& journal);
  // One whose worker cannot tell any more; they are noted.
  result::EntryResult put(size_t index, result::EntryResult entry, const std::filesystem::path& journal);

  size_t partitionsOf(size_t index) const;  // how many there are
  std::filesystem::path journalOf(size_t index) const;  // which has them; empty: none

  // From here on `document` has the entry, there.
  void isNowIn(const std::filesystem::path& document, size_t index, report::DocumentWriter::Spot spot);
  result::EntryResult whole(size_t index, const result::EntryResult& head) const;
  report::ShownEntry shown(size_t index, const result::EntryResult& head, size_t most) const;

 private:
  struct Found {
    size_t partitions = 0;
    std::filesystem::path journal;  // empty: they are in a file of their own
  };
  result::EntryResult unwritten(size_t index, const result::EntryResult& head) const;
  std::filesystem::path fileOf(size_t index) const { return work_ / ("entry-" + std::to_string(index)); }

  std::filesystem::path work_;
  std::filesystem::path document_;  // empty: there is none
  std::map<size_t, Found> found_;
  std::map<size_t, report::DocumentWriter::Spot> spots_;
};

}  // namespace cleave::driver
