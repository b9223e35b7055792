// `cleave report`: the result from what a run left in its output directory, also one that was cut short.
#pragma once

#include <filesystem>

#include "result/result.h"
#include "support/expected.h"

namespace cleave::driver {

struct SavedResult {
  result::Result result;  // notes tell what is missing
  bool isWhole = false;   // the run came to its end; else nothing but the absence of differences can be said of the whole

  result::Verdict verdict() const;
};

Expected<SavedResult> loadSavedResult(const std::filesystem::path& directory);

}  // namespace cleave::driver
