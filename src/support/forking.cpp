#include "support/forking.h"

#include <unistd.h>

namespace cleave {

namespace {

std::mutex copies;

}  // namespace

std::unique_lock<std::mutex> holdCopies() { return std::unique_lock(copies); }

// The copy has the lock as well, as its own, and gives it back as this process does.
pid_t forkAlone() {
  const std::unique_lock<std::mutex> alone = holdCopies();
  return ::fork();
}

}  // namespace cleave
