// `cleave report`: the result from what a run left in its output directory, also one that was cut short.
#pragma once

#include <filesystem>

#include "report/entry_lines.h"
#include "result/result.h"
#include "support/expected.h"

namespace cleave::driver {

struct SavedResult {
  result::Result result;  // notes tell what is missing; of a large one, entries have a part of their partitions
  bool isWhole = false;   // the run came to its end; else nothing but the absence of differences can be said of the whole
  std::filesystem::path directory;

  result::Verdict verdict() const;
  // An entry with all its partitions, as far as they can be read: `leftOut` counts the others.
  result::EntryResult whole(size_t entry) const;
  report::ShownEntry shown(size_t entry, size_t most) const;  // with `most` of them at least, or all that the entry has here
};

Expected<SavedResult> loadSavedResult(const std::filesystem::path& directory);

}  // namespace cleave::driver
