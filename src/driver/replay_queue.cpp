#include "driver/replay_queue.h"

namespace cleave::driver {

ReplayQueue::~ReplayQueue() {
  {
    const std::lock_guard<std::mutex> lock(mutex_);
    over_ = true;
  }
  changed_.notify_one();
  thread_.join();
}

std::future<Expected<native::ReplayResult>> ReplayQueue::add(Replay replay) {
  std::packaged_task<Expected<native::ReplayResult>()> task(std::move(replay));
  std::future<Expected<native::ReplayResult>> result = task.get_future();
  {
    const std::lock_guard<std::mutex> lock(mutex_);
    waiting_.push_back(std::move(task));
  }
  changed_.notify_one();
  return result;
}

void ReplayQueue::work() {
  for (;;) {
    std::unique_lock<std::mutex> lock(mutex_);
    changed_.wait(lock, [&] { return over_ || !waiting_.empty(); });
    if (over_) return;
    std::packaged_task<Expected<native::ReplayResult>()> task = std::move(waiting_.front());
    waiting_.pop_front();
    lock.unlock();
    task();
  }
}

}  // namespace cleave::driver
