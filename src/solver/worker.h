// Runs a piece of work in a forked copy of this process and brings its bytes back. For work that cannot be trusted to end in time, or not
// to crash: the copy is killed when the budget ends or a stop is requested. It sees all memory of ours as of now; what it changes is lost.
#pragma once

#include <functional>
#include <string>

#include "support/budget.h"

namespace cleave::solver {

struct WorkerResult {
  enum class End { Finished, TimedOut, Stopped, Failed };
  End end = End::Failed;
  std::string bytes;    // Finished: what the work returned
  std::string failure;  // Failed: in words
};

// `work` must not throw, and must not rely on other threads of this process, or on files that are open: they do not exist in the copy.
// One thread at a time, and none may be solving meanwhile: Z3 waits for its own threads before a fork.
WorkerResult runInWorker(const std::function<std::string()>& work, const Budget& budget);

}  // namespace cleave::solver
