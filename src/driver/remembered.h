// What earlier runs found of an entry (cache/answers.h), for the worker that looks at it.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "cache/answers.h"
#include "driver/diff.h"
#include "driver/prepare.h"

namespace cleave::driver {

class Remembered {
 public:
  // Whatever goes wrong with the cache becomes a warning, and nothing is remembered.
  Remembered(const DiffOptions& options, std::string identity) : options_(options), identity_(std::move(identity)) {}

  // What needs no more work. Otherwise `seeds` are the inputs to go on from, if that is asked for.
  std::optional<result::EntryResult> find(const Prepared& prepared, size_t index, const explore::Entry& entry, Seconds budget);
  const std::vector<explore::SeedInput>& seeds() const { return seeds_; }

  // What was found within the budget. Failures are not kept, nor should what native runs were refused for be.
  void keep(const result::EntryResult& entry, Seconds budget, bool isInterrupted);
  const std::string& warning() const { return warning_; }

 private:
  const DiffOptions& options_;
  std::string identity_;
  std::string key_;  // empty: nothing is remembered
  std::optional<Expected<cache::Answers>> answers_;  // once it was looked for
  std::vector<explore::SeedInput> seeds_;
  std::string warning_;
};

}  // namespace cleave::driver
