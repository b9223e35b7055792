// result.json, made of what is known of the entries and of the lines of the journal, which it replaces. Where the journal has several files,
// each goes as soon as what it says is in the part that is written: result.json.part, which `cleave report` can read, too.
#pragma once

#include <filesystem>
#include <fstream>
#include <functional>
#include <map>
#include <memory>
#include <string>
#include <vector>

#include "driver/found_entries.h"
#include "report/json.h"
#include "result/result.h"
#include "support/expected.h"

namespace cleave::driver {

class DocumentFile {
 public:
  using JournalOf = std::function<std::filesystem::path(const std::string& entry)>;
  // `runLine`: the first line of the journal. An entry whose partitions cannot all be read any more says so in `result`.
  DocumentFile(std::filesystem::path directory, std::string runLine, result::Result& result, FoundEntries& found, JournalOf journalOf);
  ~DocumentFile();
  Status write();

 private:
  struct Lines;
  using Spots = std::vector<std::pair<size_t, report::DocumentWriter::Spot>>;

  Status writeEntries();
  report::DocumentWriter::Spot add(size_t index, report::DocumentWriter& writer);
  std::filesystem::path fileOf(size_t index) const;
  const Lines& linesOf(const std::filesystem::path& journal);
  void leave(const std::filesystem::path& journal);
  void sayLost(result::EntryResult& entry, size_t lost) const;
  void tellFound(const std::filesystem::path& document);

  std::filesystem::path directory_;
  result::Result& result_;
  FoundEntries& found_;
  JournalOf journalOf_;
  std::ofstream out_;
  std::map<std::filesystem::path, size_t> left_;  // by file of the journal: entries in it that are not written yet
  std::vector<std::pair<std::filesystem::path, std::unique_ptr<Lines>>> lines_;  // of the files that were read last, the newest at the end
  Spots spots_;                                       // of entries whose journal is gone
  std::map<std::filesystem::path, Spots> fresh_;      // of those whose journal is still there
  std::string kept_;                                  // what is to stay of the journal
  bool keepsEntries_ = false;
  bool hasRemoved_ = false;
  bool isFirstDone_ = false;  // partitions.jsonl itself is read, and may be written anew
};

// What a part of result.json says that ends wherever it was cut: the entries that are whole.
Expected<result::Result> readPart(const std::filesystem::path& file);

}  // namespace cleave::driver
