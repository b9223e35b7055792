// Workers: copies of this process that do one job each and can fail alone. What a worker leaves behind are files; while it runs it may send
// messages. A worker has a limit of memory and of time, ends when we end, and whatever ends it (an exception, a signal, no memory) is told
// as how it ended. Whoever starts workers must have no other threads.
#pragma once

#include <cstdint>
#include <filesystem>
#include <functional>
#include <string>
#include <vector>

#include "support/budget.h"

namespace cleave {

// The worker's side: sends messages of any bytes to the one who started it. Never waits: what does not fit at the moment is dropped.
class Messages {
 public:
  explicit Messages(int pipe) : pipe_(pipe) {}
  void send(std::string_view message) const;  // of up to 4000 bytes

 private:
  int pipe_;
};

struct WorkerEnd {
  enum class How { Done, InternalError, OutOfMemory, Crashed, TimedOut, Stopped, NotStarted };
  How how = How::NotStarted;
  std::string why;  // in words, of all but Done
};

struct WorkerLimits {
  uint64_t memory = 0;  // bytes that it may use; 0: no limit
  Seconds time{3600};   // then it is ended, whatever it does
  Seconds grace{1.5};   // how long it may take to end by itself once `stop` is requested
};

struct Job {
  std::function<void(const Messages&)> work;    // in the worker
  std::function<void(std::string_view)> heard;  // a message arrived; here
  std::function<void(const WorkerEnd&)> ended;  // here
  WorkerLimits limits;
  std::filesystem::path errors;  // where its stderr goes
};

// Gives the next job each time there is room for one; an empty `work` ends the giving.
using NextJob = std::function<Job()>;

// Runs `atOnce` jobs at a time until there are no more. Once `stop` is requested the running ones are told (SIGTERM) and no new ones start.
void runJobs(const NextJob& next, unsigned atOnce, const StopFlag* stop);

}  // namespace cleave
