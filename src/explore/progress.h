// How far an exploration has come, told while it runs.
#pragma once

#include <cstddef>

namespace cleave::explore {

struct Progress {
  size_t equal = 0;
  size_t different = 0;
  size_t undefined = 0;
  size_t unfinished = 0;
  size_t queue = 0;
  double solverSeconds = 0;
  double secondsLeft = 0;
};

}  // namespace cleave::explore
