// result.json, made of what is known of the entries and of the lines of the journal, which it replaces unless the result is large. It is written
// beside its place (result.json.part) and then renamed, and only then lines go: whatever ends us, one of them is there.
#pragma once

#include <filesystem>
#include <fstream>
#include <functional>
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
  using JournalOf = std::function<std::vector<std::filesystem::path>(const std::string& entry)>;
  // `runLine`: the first line of the journal. `large`: with more bytes of partitions the journal keeps them. An entry whose partitions cannot all be
  // read any more says so in `result`.
  DocumentFile(std::filesystem::path directory, std::string runLine, result::Result& result, FoundEntries& found, JournalOf journalOf, uint64_t large);
  ~DocumentFile();
  Status write();

 private:
  struct Lines;

  Status writeEntries();
  report::DocumentWriter::Spot add(size_t index, report::DocumentWriter& writer);
  report::DocumentWriter::Spot addKept(size_t index, report::DocumentWriter& writer);
  const Lines& plainLines();
  void keepFailed(const result::EntryResult& entry);
  void sayLost(result::EntryResult& entry, size_t lost) const;
  void removeLines() const;

  std::filesystem::path directory_;
  result::Result& result_;
  FoundEntries& found_;
  JournalOf journalOf_;
  bool isLarge_;
  std::ofstream out_;
  std::unique_ptr<Lines> plain_;  // of partitions.jsonl
  std::vector<std::pair<size_t, report::DocumentWriter::Spot>> spots_;
  std::string kept_;                              // what is to stay of partitions.jsonl
  std::vector<std::filesystem::path> keptFiles_;  // and of the others
  bool keepsEntries_ = false;
};

}  // namespace cleave::driver
