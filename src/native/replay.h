// Native replay: compiles both versions with clang-19 and a generated driver, runs an input on each in a child process (empty temporary
// directory, limits on time, memory and file size), and compares what they show. Sees nothing of the VM: a difference is confirmed only by what
// real processes did.
#pragma once

#include <filesystem>
#include <memory>
#include <string>
#include <utility>
#include <vector>

#include "program/memory_path.h"
#include "support/bits.h"
#include "support/budget.h"
#include "support/expected.h"

namespace cleave::native {

// One version to build: the module of frontend::writeReplayModule and the globals that may be asked for.
struct ReplayVersion {
  std::filesystem::path module;
  std::vector<std::string> globals;  // linker names
  bool isCxx = false;
};

// A cell to print after the entry has returned.
struct ReplayCell {
  std::string name;
  program::MemoryPath path;
  enum class Kind { Bytes, Float, Pointer } kind = Kind::Bytes;  // Float: all NaNs print alike. Pointer: prints null or not.
};

struct ReplayInput {
  unsigned entry = 0;                // position in the entries given to writeReplayModule
  std::vector<U128> arguments;       // ABI scalars
  uint64_t resultBytes = 0;          // size of the out buffer
  std::vector<ReplayCell> cells;
};

// What a native run showed.
struct ReplayObservation {
  enum class End { Returned, Exited, Signalled, TimedOut, Sanitizer } end = End::Returned;
  int code = 0;             // exit status or signal
  std::string sanitizer;    // kind of report, as AddressSanitizer and UBSan name it
  std::vector<std::pair<std::string, std::string>> cells;  // name, bytes in hexadecimal or "null" / "pointer"
  std::string output;
  std::string errors;
  bool operator==(const ReplayObservation&) const = default;
};
std::string toText(const ReplayObservation& observation);  // one line, for notes and kept cases

struct ReplayResult {
  ReplayObservation before;
  ReplayObservation after;
  bool differs = false;  // as a user would see it; a sanitizer's report counts as a trap
  bool sanitized = false;  // the runs that decided were of the sanitized build
};

class Replayer {
 public:
  // Starts compiling in the background; the first replay waits for it.
  Replayer(ReplayVersion before, ReplayVersion after, std::filesystem::path directory, const StopFlag* stop);
  ~Replayer();

  // Runs the plain builds. When they agree and `expectTrap` says that the VM saw a memory error, also builds (once) and runs with
  // AddressSanitizer, since such an error need not show otherwise.
  Expected<ReplayResult> replay(const ReplayInput& before, const ReplayInput& after, bool expectTrap);

 private:
  struct Parts;
  std::unique_ptr<Parts> parts_;
};

}  // namespace cleave::native
