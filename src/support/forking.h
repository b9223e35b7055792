// Copies of this process are made one at a time, and not while a solver is at work in another thread. A library may have to get ready for a copy:
// Z3 ends its timers, all of them, which two threads at once did for ever, each waiting for what the other one had ended.
#pragma once

#include <sys/types.h>

#include <mutex>

namespace cleave {

// While it lives, no other thread makes a copy.
[[nodiscard]] std::unique_lock<std::mutex> holdCopies();

pid_t forkAlone();  // fork(), once nobody holds copies

}  // namespace cleave
