// The output directory: partitions.jsonl grows while cleave runs, by all workers at once, a line with each partition; result.json is
// written at the end. What could not be written is remembered and told once, at the end; the analysis goes on.
#pragma once

#include <filesystem>
#include <string>
#include <utility>

#include "result/result.h"
#include "support/expected.h"

namespace cleave::driver {

class Journal {
 public:
  static Expected<Journal> open(const std::filesystem::path& directory);
  Journal(Journal&& other) noexcept
      : directory_(std::move(other.directory_)), lines_(std::exchange(other.lines_, -1)), failed_(other.failed_) {}
  Journal& operator=(Journal&&) = delete;
  Journal(const Journal&) = delete;
  ~Journal();

  void add(const std::string& entry, const result::Partition& partition);
  Status problem() const;  // what could not be added, by this process
  Status finish(const result::Result& result, const result::WholeEntry& whole);

 private:
  Journal(std::filesystem::path directory, int lines) : directory_(std::move(directory)), lines_(lines) {}
  std::filesystem::path directory_;
  int lines_;  // a descriptor that appends, so that lines of several processes stay whole
  bool failed_ = false;
};

}  // namespace cleave::driver
