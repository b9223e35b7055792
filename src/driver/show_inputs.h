// `cleave inputs`: the input plan of an entry, as a file that can be edited and passed back.
#pragma once

#include <string>

#include "driver/listeners.h"
#include "driver/options.h"

namespace cleave::driver {

// `before` is the version; without entries: every function that the user's files define.
Expected<std::string> showInputs(const Options& options, const Listeners& listeners, const StopFlag* stop);

}  // namespace cleave::driver
