// What keeps a child process from doing harm, as far as starting it is concerned: what it does to itself before it becomes its command.
// src/sandbox says what that is.
#pragma once

namespace cleave {

class Confinement {
 public:
  virtual ~Confinement() = default;

  // The last thing before exec, in the child of a threaded process: system calls alone, no allocation, no locks. Null, or what failed (a
  // literal; errno says why).
  virtual const char* narrow() const noexcept = 0;
};

}  // namespace cleave
