// A sandbox for programs whose behaviour is not known: what the user's code does natively, on inputs that were searched for because
// something rare happens on them. docs/security.md says what is promised.
//
// Two strengths, of which the better one that works here is taken:
//   Namespaces  own user, mount, process, network, ipc and uts namespaces. The program sees a file system made for it: system libraries,
//               its own executable, /proc of its own processes; only its own directory can be written. Landlock (where the kernel has it)
//               and a filter of system calls on top.
//   Landlock    where namespaces are forbidden, as in many containers: Landlock for files, and a stricter filter, which allows no further
//               process, no socket, no signal to others.
// This is which of them there is; a Room (sandbox/room.h) is where programs run. Not for compilers and solvers: those only get limits
// (support/process.h).
#pragma once

#include <vector>

#include <linux/filter.h>

#include "support/expected.h"

namespace cleave::sandbox {

enum class Strength { Namespaces, Landlock, None };
const char* toText(Strength strength);

class Sandbox {
 public:
  // The best that works here: each is tried on a harmless program. The error says why none does.
  static Expected<Sandbox> find();
  static Expected<Sandbox> ofStrength(Strength strength);  // this one, tried too; None needs no trial
  // What --unsafe-native asks for: the best that works here, or else nothing at all.
  static Sandbox findOrNone();

  Strength strength() const { return strength_; }

  // What a program may do, for sandbox/room.cpp.
  const std::vector<sock_filter>& filter() const { return filter_; }
  const std::vector<sock_filter>& lonelyFilter() const { return lonely_; }

 private:
  explicit Sandbox(Strength strength) : strength_(strength) {}
  Strength strength_;
  std::vector<sock_filter> filter_;
  std::vector<sock_filter> lonely_;  // for a program that the kernel would not stop from multiplying
};

}  // namespace cleave::sandbox
