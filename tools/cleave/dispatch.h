// From the words of the command line to the command that they name: help, complaints about what cannot be understood, the run.
#pragma once

#include <memory>
#include <vector>

#include "command.h"

namespace cleave::tools {

// The exit status.
int dispatch(int argc, char** argv, const std::vector<std::unique_ptr<Command>>& commands, const StopFlag* stop);

}  // namespace cleave::tools
