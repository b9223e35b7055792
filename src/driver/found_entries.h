// The results of a run's entries: what is known of each is in memory, its partitions are lines of the journal, and of result.json once that
// is written. Only what cannot be in the journal (it could not be written) is in a file of its own. Of each entry those partitions are at hand
// that are told first (report/kept_partitions.h).
#pragma once

#include <filesystem>
#include <map>
#include <optional>
#include <vector>

#include "report/entry_lines.h"
#include "report/json.h"
#include "report/kept_partitions.h"
#include "result/result.h"
#include "support/expected.h"

namespace cleave::driver {

class FoundEntries {
 public:
  using Files = std::vector<std::filesystem::path>;
  // `kept`: bytes of partitions of each entry that are at hand.
  FoundEntries(std::filesystem::path work, uint64_t kept) : work_(std::move(work)), kept_(kept) {}

  // In the worker: hands the result over. `noted`: the journal has its partitions, in so many bytes.
  Status handOver(size_t index, result::EntryResult entry, std::optional<uint64_t> noted) const;
  // Back here, without the partitions. `journal`: the files that have them if they are noted.
  Expected<result::EntryResult> take(size_t index, const Files& journal);
  // One whose worker cannot tell any more; they are noted.
  result::EntryResult put(size_t index, result::EntryResult entry, uint64_t noted, const Files& journal);

  size_t partitionsOf(size_t index) const;  // how many there are
  uint64_t bytes() const;                   // of all that is noted
  bool isNoted(size_t index) const;         // its partitions are in the journal
  const Files& journalOf(size_t index) const;

  // From here on `document` has the entry, there.
  void isNowIn(const std::filesystem::path& document, size_t index, report::DocumentWriter::Spot spot);
  // From here on nothing but the journal has all of them.
  void staysInJournal() { isLarge_ = true; }
  result::EntryResult whole(size_t index, const result::EntryResult& head) const;
  // Of one that is noted: what the document has of it if the result is large.
  Expected<report::KeptEntry> kept(size_t index, const result::EntryResult& head) const;
  // As a document has it: of a large result, a part.
  result::EntryResult written(size_t index, const result::EntryResult& head) const;
  report::ShownEntry shown(size_t index, const result::EntryResult& head, size_t most) const;

 private:
  struct Found {
    size_t partitions = 0;
    uint64_t bytes = 0;
    Files journal;  // empty: they are in a file of their own
  };
  result::EntryResult unwritten(size_t index, const result::EntryResult& head) const;
  Status keep(size_t index, const result::EntryResult& entry) const;
  std::filesystem::path fileOf(size_t index) const { return work_ / ("entry-" + std::to_string(index)); }

  std::filesystem::path work_;
  uint64_t kept_;
  std::filesystem::path document_;  // empty: there is none
  bool isLarge_ = false;
  std::map<size_t, Found> found_;
  std::map<size_t, report::DocumentWriter::Spot> spots_;
};

}  // namespace cleave::driver
