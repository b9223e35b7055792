// What `cleave diff` left of one or several programs, as one result. Of a project, programs.json in the output directory tells which programs
// have a folder there, and what could not be compared; without it the directory is the result of one pair of versions (saved_result.h).
#pragma once

#include <deque>
#include <filesystem>
#include <string>
#include <vector>

#include "driver/saved_result.h"
#include "result/result.h"
#include "result/sources.h"
#include "support/expected.h"

namespace cleave::driver {

struct SavedProgram {
  std::string name;
  std::string folder;  // below the output directory; ".": that itself
};

// For what compares projects. `alone`: inconclusive entries that are in no folder.
Status writePrograms(const std::filesystem::path& directory, const std::vector<SavedProgram>& programs, const std::vector<result::EntryResult>& alone,
                     const std::vector<std::string>& notes);

class SavedProject {
 public:
  static Expected<SavedProject> load(const std::filesystem::path& directory);

  const result::Result& result() const { return result_; }
  result::Verdict verdict() const;
  // By the entries of `result`.
  result::EntryResult whole(size_t entry) const;
  report::ShownEntry shown(size_t entry, size_t most) const;
  result::KeptSources sources() const;
  // The files that were compared; of a project none.
  Both<std::vector<std::string>> files() const;
  // Only these entries: an error names one that is not there.
  Status choose(const std::vector<std::string>& names);

 private:
  struct Place {
    size_t part = 0;
    size_t entry = 0;
    bool isAlone = false;  // it has no part: nothing but what `result` says is known
  };
  void add(SavedResult part, const std::string& program);

  std::filesystem::path directory_;
  result::Result result_;
  std::deque<SavedResult> parts_;
  std::vector<Place> places_;
  bool isWhole_ = true;
};

}  // namespace cleave::driver
