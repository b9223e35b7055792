// Workers: copies of this process that do one job each and can fail alone. What a worker leaves behind are files; while it runs it may send
// messages. A worker has a limit of memory and of time, ends when we end, and whatever ends it (an exception, a signal, no memory) is told
// as how it ended. Whoever starts workers must have no other threads.
//
// Workers may take turns: one that has had its time says so and rests, with all that it has found out in its memory, until it is told to go on or to
// end. So each of many can have a little time first, and those that need more and look promising get more, without anything being done twice.
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
  Messages(int pipe, int turns) : pipe_(pipe), turns_(turns) {}
  void send(std::string_view message) const;  // of up to 4000 bytes
  // Waits for the next turn, and says how long that is; zero: it is to end. The message, unlike others, is never dropped.
  Seconds rest(std::string_view message) const;

 private:
  int pipe_;
  int turns_;
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
  std::function<void(std::string_view)> heard;  // a message arrived, or the last one before a rest; here
  std::function<void(const WorkerEnd&)> ended;  // here
  WorkerLimits limits;
  std::filesystem::path errors;  // where its stderr goes
  size_t key = 0;                // of one that rests: which it is
};

// Gives the next job each time there is room for one; an empty `work` ends the giving.
using NextJob = std::function<Job()>;

// Whose turn it is, of those that rest, and how long that may be; it is asked when there are no new jobs. Zero: that one is to end.
struct Turn {
  size_t key = 0;
  Seconds time{0};
};
using NextTurn = std::function<Turn(const std::vector<size_t>& resting)>;

// Runs `atOnce` jobs at a time until there are no more. Once `stop` is requested the running ones are told (SIGTERM) and no new ones start.
// Without `turn` one that rests is to end. So is one that rests when those that do have half of the machine's memory.
void runJobs(const NextJob& next, unsigned atOnce, const StopFlag* stop, const NextTurn& turn = {});

}  // namespace cleave
