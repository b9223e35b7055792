// Brings a lowered function into the form the VM runs: derives each edge's moves from the phis and the function's facts, and checks the
// structural rules (every block ends in its only terminator, operands are in range, phis have one entry per predecessor). Called once per
// function by whoever builds one.
#pragma once

#include "program/program.h"

namespace cleave::program {

void finish(Function& function);

}  // namespace cleave::program
