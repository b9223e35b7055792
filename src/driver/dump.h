// Each stage of the pipeline on its own, as text: for people who want to see what cleave sees, and for tests.
#pragma once

#include <string>
#include <vector>

#include "driver/listeners.h"
#include "driver/options.h"

namespace cleave::driver {

// `before` is the version; all of it, or the one entry.
Expected<std::string> dumpProgram(const Options& options, const Listeners& listeners, const StopFlag* stop);
Expected<std::string> dumpChanges(const Options& options, const Listeners& listeners, const StopFlag* stop);
// `before` is the version, with one entry. `input`: words like "i=-1"; cells that are not named are zero.
Expected<std::string> dumpTrace(const Options& options, const std::vector<std::string>& input, const Listeners& listeners,
                                const StopFlag* stop);

}  // namespace cleave::driver
