// A sandbox for programs whose behaviour is not known: what the user's code does natively, on inputs that were searched for because
// something rare happens on them. docs/security.md says what is promised.
//
// Two strengths, of which the better one that works here is taken:
//   Namespaces  own user, mount, process, network, ipc and uts namespaces. The program sees a file system made for it: system libraries,
//               its own executable, /proc of its own processes; only its own directory can be written. Landlock (where the kernel has it)
//               and a filter of system calls on top.
//   Landlock    where namespaces are forbidden, as in many containers: Landlock for files, and a stricter filter, which allows no further
//               process, no socket, no signal to others.
// Whoever runs the user's code goes through here (native/replay.h). Not for compilers and solvers: those only get limits
// (support/process.h).
#pragma once

#include <filesystem>
#include <memory>
#include <vector>

#include <linux/filter.h>

#include "support/confinement.h"
#include "support/expected.h"

namespace cleave::sandbox {

enum class Strength { Namespaces, Landlock, None };
const char* toText(Strength strength);

// What a program may touch besides the system's libraries. Absolute paths, of what exists.
struct Places {
  std::filesystem::path writable;               // its own directory, empty or prepared for it; see openToAll
  std::vector<std::filesystem::path> readable;  // may be executed, too
};

class Sandbox {
 public:
  // The best that works here: each is tried on a harmless program. The error says why none does.
  static Expected<Sandbox> find();
  static Expected<Sandbox> ofStrength(Strength strength);  // this one, tried too; None needs no trial
  // What --unsafe-native asks for: the best that works here, or else nothing at all.
  static Sandbox findOrNone();

  Strength strength() const { return strength_; }

  // For one process. Null with strength None.
  std::unique_ptr<Confinement> confine(const Places& places) const;

 private:
  explicit Sandbox(Strength strength) : strength_(strength) {}
  Strength strength_;
  std::vector<sock_filter> filter_;
  std::vector<sock_filter> lonely_;  // for a program that the kernel would not stop from multiplying
};

// The program may run as another user than we do: makes a directory of ours writable to all. The directory above it must be ours alone.
Status openToAll(const std::filesystem::path& directory);

}  // namespace cleave::sandbox
