// Budget: how long, and whether to stop. Passed in by whoever starts work; everything that may take long asks it. Ctrl-C and an exhausted
// budget look the same to the code that asks: what is done so far is kept.
#pragma once

#include <algorithm>
#include <atomic>
#include <chrono>

namespace cleave {

using Clock = std::chrono::steady_clock;
using Seconds = std::chrono::duration<double>;

// Set from a signal handler or another thread; never reset during a command.
class StopFlag {
 public:
  // Also set when `other` is, which outlives it.
  explicit StopFlag(const StopFlag* other = nullptr) : other_(other) {}
  void request() { requested_.store(true, std::memory_order_relaxed); }
  bool requested() const { return requested_.load(std::memory_order_relaxed) || (other_ != nullptr && other_->requested()); }

 private:
  const StopFlag* other_;
  std::atomic<bool> requested_{false};
};

class Budget {
 public:
  // `latest`: it ends then, whatever is left out.
  Budget(Seconds limit, const StopFlag* stop, Clock::time_point latest = Clock::time_point::max())
      : start_(Clock::now()), deadline_(std::min(start_ + std::chrono::duration_cast<Clock::duration>(limit), latest)), latest_(latest), stop_(stop) {}

  bool exhausted() const { return interrupted() || Clock::now() >= deadline_; }
  bool interrupted() const { return stop_ != nullptr && stop_->requested(); }
  Seconds left() const { return interrupted() ? Seconds(0) : std::max(Seconds(0), Seconds(deadline_ - Clock::now())); }
  Seconds spent() const { return Clock::now() - start_; }
  const StopFlag* stop() const { return stop_; }

  // So long nothing could be done (support/worker.h: rest): it does not count.
  void leaveOut(Seconds rest) {
    start_ += std::chrono::duration_cast<Clock::duration>(rest);
    deadline_ = std::min(deadline_ + std::chrono::duration_cast<Clock::duration>(rest), latest_);
  }

 private:
  Clock::time_point start_;
  Clock::time_point deadline_;
  Clock::time_point latest_;
  const StopFlag* stop_;
};

}  // namespace cleave
