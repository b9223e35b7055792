// Somebody who cleans up behind us even if we are killed: a small process of its own that waits until we are gone.
#pragma once

#include <filesystem>
#include <optional>
#include <utility>

#include <sys/types.h>

#include "support/expected.h"
#include "support/temp_dir.h"

namespace cleave::project {

class Watcher {
 public:
  // When we are gone without a word, the directory is removed, or the process group ended.
  static std::optional<Watcher> ofDirectory(const std::filesystem::path& directory) { return start(directory.string(), 0); }
  static std::optional<Watcher> ofGroup(pid_t group) { return start({}, group); }

  Watcher(Watcher&& other) noexcept : pid_(std::exchange(other.pid_, -1)), line_(std::exchange(other.line_, -1)) {}
  Watcher& operator=(Watcher&&) = delete;
  Watcher(const Watcher&) = delete;
  ~Watcher();  // there is nothing left to do for it

 private:
  Watcher(pid_t pid, int line) : pid_(pid), line_(line) {}
  static std::optional<Watcher> start(const std::string& directory, pid_t group);
  pid_t pid_;
  int line_;  // closed when we end, however that is
};

// A temporary directory that goes with us in any case.
class WatchedDir {
 public:
  static Expected<WatchedDir> create(const char* purpose);
  const std::filesystem::path& path() const { return directory_.path(); }

 private:
  WatchedDir(TempDir directory, std::optional<Watcher> watcher) : watcher_(std::move(watcher)), directory_(std::move(directory)) {}
  std::optional<Watcher> watcher_;  // goes last
  TempDir directory_;
};

}  // namespace cleave::project
