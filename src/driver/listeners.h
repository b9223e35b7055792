// What a command tells while it runs; all may be empty. The command line shows it.
#pragma once

#include <functional>
#include <string>

#include "explore/progress.h"

namespace cleave::driver {

struct Listeners {
  std::function<void(const std::string& messages)> warnings;  // the compiler's, of one version
  std::function<void(const std::string& entry, const explore::Progress&)> progress;
  std::function<void(const std::string& step)> step;  // what is done before there are entries
};

}  // namespace cleave::driver
