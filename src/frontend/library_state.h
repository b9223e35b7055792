// What the C library keeps from one call to the next are variables of the models. Those that the caller of an entry may find out about are
// described here as if the source had them: errno, what is left of stdin, the state of rand.
#pragma once

#include "program/program.h"

namespace cleave::frontend {

// Of the models' globals that the program has by now.
void describeLibraryStates(program::Program& program);

}  // namespace cleave::frontend
