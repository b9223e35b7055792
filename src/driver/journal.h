// The output directory: partitions.jsonl grows while cleave runs, result.json is written at the end. What could not be written is
// remembered and told once, at the end; the analysis goes on.
#pragma once

#include <filesystem>
#include <fstream>
#include <string>

#include "result/result.h"
#include "support/expected.h"

namespace cleave::driver {

class Journal {
 public:
  static Expected<Journal> open(const std::filesystem::path& directory);

  void add(const std::string& entry, const result::Partition& partition);
  Status finish(const result::Result& result);

 private:
  explicit Journal(std::filesystem::path directory);
  std::filesystem::path directory_;
  std::ofstream lines_;
  bool failed_ = false;
};

}  // namespace cleave::driver
