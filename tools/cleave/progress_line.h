// The live line on a terminal: rewritten in place a few times a second, gone at the end.
#pragma once

#include <string>

#include "explore/explore.h"

namespace cleave::tools {

class ProgressLine {
 public:
  explicit ProgressLine(bool enabled) : enabled_(enabled) {}
  void show(const std::string& entry, const explore::Progress& progress);
  void clear();

 private:
  bool enabled_;
  bool shown_ = false;
  Clock::time_point last_{};
};

}  // namespace cleave::tools
