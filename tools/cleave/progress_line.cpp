#include "progress_line.h"

#include <cstdio>

#include <unistd.h>

#include <fmt/format.h>

#include "terminal.h"

namespace cleave::tools {

ProgressLine::ProgressLine(bool wanted) : enabled_(wanted && ::isatty(STDERR_FILENO) != 0) {}

driver::Listeners ProgressLine::listeners() {
  driver::Listeners listeners = printWarnings();
  listeners.progress = [this](const std::string& entry, const explore::Progress& progress) { show(entry, progress); };
  listeners.step = [this](const std::string& step) { show(step); };
  return listeners;
}

void ProgressLine::show(const std::string& entry, const explore::Progress& progress) {
  if (!enabled_) return;
  const Clock::time_point now = Clock::now();
  if (shown_ && now - last_ < std::chrono::milliseconds(100)) return;
  last_ = now;
  shown_ = true;
  const size_t total = progress.equal + progress.different + progress.undefined + progress.unfinished;
  fmt::print(stderr, "\r\033[K{}: {} partitions ({} equal, {} different), {} queued, solver {:.1f} s, {:.0f} s left", entry, total,
             progress.equal, progress.different, progress.queue, progress.solverSeconds, progress.secondsLeft);
  std::fflush(stderr);
}

void ProgressLine::show(const std::string& step) {
  if (!enabled_) return;
  shown_ = true;
  fmt::print(stderr, "\r\033[K{}", step);
  std::fflush(stderr);
}

void ProgressLine::clear() {
  if (!shown_) return;
  fmt::print(stderr, "\r\033[K");
  std::fflush(stderr);
  shown_ = false;
}

}  // namespace cleave::tools
