// What keeps a child process from doing harm, as far as starting it is concerned: which namespaces it is born into, and what it does to
// itself before it becomes its command. src/sandbox says what that is; support/process.h calls it at the right moments:
//   parent   clone with cloneFlags(), adopt(child)
//   child    waits for adopt, enter()                          it is the first process of its namespaces, and stays to clean up
//   command  a child of that one, or the child itself where there are no namespaces: narrow(), then exec
// enter and narrow run between fork and exec of a threaded process: system calls alone, no allocation, no locks.
#pragma once

#include <cstdint>

#include <sys/types.h>

namespace cleave {

class Confinement {
 public:
  virtual ~Confinement() = default;

  virtual uint64_t cloneFlags() const = 0;           // CLONE_NEW...; 0: no namespaces, and enter is not called
  virtual const char* adopt(pid_t child) const = 0;  // null, or what failed (a literal; errno says why), as for those below
  virtual const char* enter() const noexcept = 0;
  virtual const char* narrow() const noexcept = 0;
};

}  // namespace cleave
