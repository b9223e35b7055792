// Builds the executables of both versions in the background: driver source, clang-19, linker. Plain, or with AddressSanitizer (which only
// instruments functions that carry the attribute sanitize_address: harness::writeReplayModule gives it to all).
#pragma once

#include <filesystem>
#include <future>

#include "native/replay.h"
#include "support/both.h"
#include "support/expected.h"

namespace cleave::native {

enum class Flavour { Plain, Sanitized };

// Makes the executables unless they are there: once in a directory, whoever of several processes asks first. An error is kept, too.
Status buildOnce(const Both<ReplayVersion>& versions, const std::filesystem::path& directory, Flavour flavour, const StopFlag* stop);

// What can be made before it is known whether it is needed: the executables, or if each entry has a part of its own what they have in common. For a process
// beside those that explore.
Status buildAhead(const Both<ReplayVersion>& versions, bool areApart, const std::filesystem::path& directory, const StopFlag* stop);

// Somebody began to make executables (or what they have in common) in the directory and could not wait for the end, or has not come to it yet.
bool isBuildOpen(const std::filesystem::path& directory);
// Comes to the end, for those who ask later. `versions` without parts.
void finishBuilds(const Both<ReplayVersion>& versions, const std::filesystem::path& directory, const StopFlag* stop);

class Build {
 public:
  // Returns at once.
  Build(const Both<ReplayVersion>& versions, const std::filesystem::path& directory, Flavour flavour);
  ~Build();  // ends the compilers, unless they are another process's
  Build(const Build&) = delete;
  Build& operator=(const Build&) = delete;

  // Waits for the end of both; an error carries the first lines of what the compiler or linker said.
  Status wait(const StopFlag* stop);

  const std::filesystem::path& executable(Side side) const { return executables_.of(side); }

 private:
  Both<std::filesystem::path> executables_;
  StopFlag cancel_;
  std::shared_future<Status> done_;  // declared last: its destructor waits, and the work uses the rest
};

}  // namespace cleave::native
