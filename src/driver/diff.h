// `cleave diff`: the whole way of the data, from two sets of sources to a result.
#pragma once

#include <functional>
#include <string>

#include "driver/options.h"
#include "result/result.h"

namespace cleave::driver {

// What the command line shows while it runs; all may be empty.
struct DiffListeners {
  std::function<void(const std::string& diagnostics)> warnings;  // the compiler's
  std::function<void(const std::string& entry, const explore::Progress&)> progress;
};

Expected<result::Result> diff(const DiffOptions& options, const DiffListeners& listeners, const StopFlag* stop);

}  // namespace cleave::driver
