// An entry of which something went wrong on our side: the result that says so, and the directory that reproduces it.
#pragma once

#include <filesystem>
#include <string>

#include "driver/options.h"
#include "frontend/frontend.h"
#include "result/result.h"

namespace cleave::driver {

result::EntryResult failedEntry(const std::string& name, const std::string& why);

// It failed for what the user assumes: that is told, and nothing is kept.
inline bool isOfAssumption(const result::EntryResult& entry) {
  return entry.verdict == result::Verdict::Failed && entry.failure == result::Failure::Assumption;
}

// Keeps both versions as bitcode, what the worker said (in `folder`), and how to run it again, below the output directory; the entry's
// reason tells where.
void keepFailed(const frontend::VersionPair& versions, const Options& options, const std::filesystem::path& folder,
                result::EntryResult& entry);

// For tests: fails as `options.faults` asks for, "NAME=internal", "NAME=crash", "NAME=memory" or "NAME=hang".
void provokeFault(const Options& options, const std::string& entry);

}  // namespace cleave::driver
