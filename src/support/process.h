// Runs a child process to its end, or to its limits. The child gets an empty standard input unless one is given, its own process group (so
// that a time-out kills all of it) and, when asked, limits and a confinement (support/confinement.h). Used for the compiler, for native
// replay and for other solvers.
#pragma once

#include <cstdint>
#include <string>
#include <utility>
#include <vector>

#include "support/budget.h"
#include "support/confinement.h"
#include "support/expected.h"

namespace cleave {

// What a compiler that works on the user's code gets at most.
inline constexpr uint64_t kCompilerMemory = uint64_t{16} << 30;  // address space, for each of its processes
inline constexpr uint64_t kCompilerFile = uint64_t{2} << 30;

struct ProcessRequest {
  std::vector<std::string> command;                              // command[0] is looked up in PATH
  std::string directory;                                         // working directory; empty: ours
  std::string input;                                             // standard input
  std::vector<std::pair<std::string, std::string>> environment;  // added to ours
  bool bareEnvironment = false;                                  // nothing of ours, only the above
  Seconds timeLimit{60};
  uint64_t memoryLimit = 0;         // bytes of address space; 0: none
  uint64_t fileSizeLimit = 0;       // bytes per written file; 0: none
  uint64_t processLimit = 0;        // processes and threads of this user, which only means something where they are counted apart; 0: none
  uint64_t outputLimit = 64 << 20;  // bytes kept of each stream; the rest is read and dropped
  const StopFlag* stop = nullptr;   // ends the child early
  const Confinement* confinement = nullptr;
};

struct ProcessResult {
  enum class End { Exited, Signalled, TimedOut, Stopped };
  End end = End::Exited;
  int code = 0;  // exit status, or the signal's number
  std::string output;
  std::string errors;
};

class Streams;

// Of a process that has ended like this, as waitpid tells.
ProcessResult resultOf(int status, Streams& streams);

Expected<ProcessResult> runProcess(const ProcessRequest& request);

// Starts several at once (they share the cores) and waits for all; results in the order of the requests.
std::vector<Expected<ProcessResult>> runProcesses(const std::vector<ProcessRequest>& requests);

}  // namespace cleave
