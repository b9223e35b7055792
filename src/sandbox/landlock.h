// Landlock: a process gives up, for good and for all that it starts, the right to touch files other than those named. Needs no privilege.
#pragma once

#include <string>
#include <vector>

namespace cleave::sandbox {

int landlockVersion() noexcept;  // of the kernel; below 1: there is none

struct LandlockRules {
  std::vector<std::string> readable;  // files, or directories with all below; may be executed, too. What does not exist is left out
  std::vector<std::string> devices;   // read and written
};

// In the child: system calls alone. `writable` is a directory. Needs no_new_privs.
bool restrictFiles(const LandlockRules& rules, const char* writable, int version) noexcept;

}  // namespace cleave::sandbox
