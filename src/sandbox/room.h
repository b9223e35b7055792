// A place to run programs in, one after another, each confined by the sandbox. With namespaces the room is entered once, by its warden
// (sandbox/warden.h), and a run costs little more than its fork; a run that has to be killed takes the room with it, and the next one
// gets a new one. Used by native replay.
#pragma once

#include <filesystem>
#include <memory>
#include <optional>
#include <vector>

#include "sandbox/sandbox.h"
#include "support/process.h"
#include "support/temp_dir.h"

namespace cleave::sandbox {

class Room {
 public:
  // What the programs may read, and execute, besides the system: absolute paths of what exists when the first one runs.
  static Expected<std::unique_ptr<Room>> make(const Sandbox& sandbox, std::vector<std::filesystem::path> readable);
  ~Room();
  Room(const Room&) = delete;
  Room& operator=(const Room&) = delete;

  // An empty directory for the next run, the only one that it can write to. Whoever takes it removes it.
  Expected<std::filesystem::path> makeDirectory();

  // Runs a program to its end or its limits, as runProcess does, without input, and with no other variables than the request's. What
  // the program started has ended, too, when this returns. One at a time.
  Expected<ProcessResult> run(const ProcessRequest& request, const std::filesystem::path& own);

  // The same, by a program that serves (sandbox/serving.h), the room's `server`th, from 1. The command, the limits and `own` are the same
  // for all runs of that server, and so is `resident`, the memory in bytes that a run may hold (0: any). Nothing: this could not be done
  // here, or the server came to an end, perhaps by what the program did; then `own` is as the program left it, and run() starts it as
  // usual.
  Expected<std::optional<ProcessResult>> serve(const ProcessRequest& request, const std::filesystem::path& own, unsigned server,
                                               uint64_t resident);

 private:
  struct Serving {
    unsigned server = 0;
    uint64_t resident = 0;
  };
  Room(const Sandbox& sandbox, TempDir directory, std::vector<std::filesystem::path> readable);
  // Nothing: it was not served.
  Expected<std::optional<ProcessResult>> runInside(const ProcessRequest& request, const std::filesystem::path& own, const Serving& serving);
  Status open(const std::filesystem::path& writable);
  void close();

  Sandbox sandbox_;
  TempDir above_;                 // ours alone
  std::filesystem::path inside_;  // seen by the programs
  std::vector<std::filesystem::path> readable_;
  int socket_ = -1;
  int warden_ = -1;
  unsigned next_ = 0;
  unsigned unserved_ = 0;  // how often
};

// The program may run as another user than we do: makes a directory of ours writable to all. A directory above it must be ours alone.
Status openToAll(const std::filesystem::path& directory);

}  // namespace cleave::sandbox
