// The live line on a terminal: rewritten in place a few times a second, gone at the end.
#pragma once

#include <string>

#include "driver/listeners.h"
#include "support/budget.h"

namespace cleave::tools {

class ProgressLine {
 public:
  explicit ProgressLine(bool wanted);  // shown only if stderr is a terminal
  driver::Listeners listeners();       // progress here, warnings as they come
  void clear();

 private:
  void show(const std::string& entry, const explore::Progress& progress);
  void show(const std::string& step);

  bool enabled_;
  bool shown_ = false;
  Clock::time_point last_{};
};

}  // namespace cleave::tools
