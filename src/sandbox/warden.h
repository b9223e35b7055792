// The first process of a room's namespaces: enters the room, runs one program after another as it is told through a socket, and sees to it
// that nothing of a program is left when the next one starts. When it ends, by itself or not, the kernel ends everything in there.
//
// It is a copy of the process that opened the room, threads not included, so all it does are system calls. It does not run the program in
// its own place: the first process of a namespace is immune to its own abort().
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "sandbox/new_root.h"
#include "sandbox/restrictions.h"
#include "support/process_child.h"

namespace cleave::sandbox {

// To the warden: this, then texts that end with a zero each: the directory to start in, the directory to write to, words, variables. The
// program's streams come along as three descriptors.
struct Order {
  ChildLimits limits;
  uint32_t words;
  uint32_t variables;
  uint32_t server;    // 0: start the program. Else let the server of this number do it (sandbox/serving.h), which is started if need be
  uint64_t resident;  // for servers: see there
};
inline constexpr size_t kMostOrder = 1 << 16;  // bytes
inline constexpr size_t kMostTexts = 64;       // words and variables, each

// From the warden, for each order and once when it is ready.
struct Reply {
  ChildFailure failure;
  bool failed;
  int status;     // as waitpid tells
  bool unserved;  // the server is gone, before or behind whatever the program did
};

struct Warden {
  NewRoot root;
  Restrictions usual;
  Restrictions lonely;  // for root that cannot become somebody else: the kernel would not stop it from multiplying

  [[noreturn]] void work(int socket) const noexcept;
};

}  // namespace cleave::sandbox
