// Computed gotos as switches: each label whose address is taken becomes a constant object that holds a number which nothing else holds, and
// a jump to an address is a switch over what stands there. How far two labels are apart is not known, and ends the run as unfinished; so
// does a jump to anything else.
#pragma once

#include <llvm/IR/Module.h>

namespace cleave::passes {

// Labels that inline assembly jumps to stay (unsupportedBody).
void expandComputedGotos(llvm::Module& module);

}  // namespace cleave::passes
