// A copy of this process that does one thing which may go wrong, and is gone then: a fault or an endless loop in there is an error here. What it leaves behind
// are files. Unlike a worker (support/worker.h) it may be started beside other threads: these are not in the copy, and a lock that one of them holds at the moment
// stays held there, so give it a time and have another way for when that has passed.
#pragma once

#include <functional>
#include <string>

#include <sys/types.h>

#include "support/budget.h"
#include "support/expected.h"
#include "support/streams.h"

namespace cleave {

class Copy {
 public:
  // Starts at once. Exceptions that leave `work` are errors.
  explicit Copy(const std::function<Status()>& work, Seconds limit);
  ~Copy();  // ends it, unless it has ended
  Copy(const Copy&) = delete;
  Copy& operator=(const Copy&) = delete;

  Status wait(const StopFlag* stop);

 private:
  void end();
  Pipe said_;  // from it: what went wrong
  pid_t process_ = -1;
  Clock::time_point until_;
};

}  // namespace cleave
