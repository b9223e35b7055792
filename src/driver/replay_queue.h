// Native replays beside the exploration: one after another on a thread of its own, in the order in which they are asked for, so that what comes
// of them does not depend on who is faster. Used by Confirmer.
#pragma once

#include <condition_variable>
#include <deque>
#include <functional>
#include <future>
#include <mutex>
#include <thread>

#include "native/replay.h"
#include "support/expected.h"

namespace cleave::driver {

class ReplayQueue {
 public:
  using Replay = std::function<Expected<native::ReplayResult>()>;

  ReplayQueue() : thread_([this] { work(); }) {}
  ~ReplayQueue();  // ends behind the replay that is under way; the others are dropped
  ReplayQueue(const ReplayQueue&) = delete;
  ReplayQueue& operator=(const ReplayQueue&) = delete;

  std::future<Expected<native::ReplayResult>> add(Replay replay);

 private:
  void work();

  std::mutex mutex_;
  std::condition_variable changed_;
  std::deque<std::packaged_task<Expected<native::ReplayResult>()>> waiting_;
  bool over_ = false;
  std::thread thread_;  // last: it uses the others
};

}  // namespace cleave::driver
