// The C source of the driver that is linked with one version: reads a script (see script.h), calls the entry's thunk, and writes down what
// the cells hold. A crash, an exit or a time-out inside the entry leaves the result file at "started".
#pragma once

#include <string>

#include "native/replay.h"

namespace cleave::native {

std::string driverSource(const ReplayVersion& version);

}  // namespace cleave::native
