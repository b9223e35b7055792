// The evidence: what cleave states (explore/evidence.h), as SMT-LIB2 files that any solver can check without cleave. Each file is
// self-contained: a header that says the statement in words, the expected answer, the declarations, the assertions, check-sat.
// `smt2/index.json` lists them; docs/evidence.md describes both. `cleave audit` reads them, and shares no code with what writes them.
//
// Nothing here decides anything: a statement is written as it is given. What could not be written is remembered and told once, by finish.
#pragma once

#include <cstdint>
#include <filesystem>
#include <map>
#include <optional>
#include <set>
#include <string>
#include <utility>
#include <vector>

#include "explore/evidence.h"
#include "support/expected.h"

namespace cleave::driver {

class EvidenceWriter {
 public:
  // Makes `output`/smt2, without what an earlier run left there.
  static Expected<EvidenceWriter> open(const std::filesystem::path& output);
  // Removes what an earlier run left, for a run that writes no evidence.
  static void discard(const std::filesystem::path& output);

  void add(const std::string& entry, const expr::ExprPool& pool, const explore::Statement& statement);

  size_t size() const { return records_.size(); }
  // Chooses the folder of an entry now, so that whoever adds statements later, in whatever order, finds the same.
  void reserve(const std::string& entry) { (void)folderOf(entry); }
  // A worker's copy hands over what it added, from the `first` statement on; the original takes it.
  Status handOver(size_t first, const std::filesystem::path& file) const;
  Status take(const std::filesystem::path& file);
  // Writes the index. An error names the first file that could not be written.
  Status finish();

 private:
  struct Record {
    std::string entry;
    std::string statement;
    std::string file;  // below smt2, with forward slashes
    std::string words;
    bool expectSat = false;
    std::optional<uint32_t> partition;
    std::optional<uint32_t> group;
  };

  explicit EvidenceWriter(std::filesystem::path directory) : directory_(std::move(directory)) {}
  std::string folderOf(const std::string& entry);
  std::string indexText(size_t first) const;

  std::filesystem::path directory_;
  std::vector<Record> records_;
  std::set<std::pair<std::string, std::string>> names_;  // entry and statement
  std::map<std::string, std::string> folders_;           // of entries
  std::vector<std::string> order_;                       // of entries, as their folders were chosen: the order of the index
  Status failure_;
};

// The text of one file. `words` becomes the comment at its head.
std::string evidenceText(const std::string& entry, const expr::ExprPool& pool, const explore::Statement& statement);

// A part of a path that says what it is for: letters, digits, '-' and '_' of `name` stay, runs of all else become one '_'; never empty,
// never longer than 80.
std::string safeFileName(const std::string& name);

}  // namespace cleave::driver
