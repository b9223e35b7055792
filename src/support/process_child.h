// The child's side of support/process.h: what happens between vfork and exec. All of it is system calls on what was made before, since the
// child runs in our memory, and that of a threaded process. src/sandbox starts processes in another way, and uses parts of it.
#pragma once

#include <string>
#include <vector>

#include "support/process.h"
#include "support/streams.h"

namespace cleave {

// Why a command does not run.
struct ChildFailure {
  const char* step;  // a literal, or null: exec itself. It stands at the same address in the parent
  int why;           // errno
};
std::string toText(const ChildFailure& failure, const std::string& command);

// What the command may use; 0: as much as it likes.
struct ChildLimits {
  uint64_t seconds = 0;  // of processor time
  uint64_t memory = 0;
  uint64_t fileSize = 0;
  uint64_t processes = 0;
};
ChildLimits limitsOf(const ProcessRequest& request);

// What execve needs.
struct ExecImage {
  std::vector<char*> arguments;
  std::vector<std::string> environmentTexts;
  std::vector<char*> environment;
  explicit ExecImage(const ProcessRequest& request);
};

// In the child. The descriptors must be in ascending order, or all above 2.
void takeStreams(int in, int out, int err) noexcept;
void resetSignals() noexcept;
void applyLimits(const ChildLimits& limits) noexcept;

}  // namespace cleave
