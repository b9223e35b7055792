// Inline assembly that is a known idiom, as plain instructions: pauses and fences (one thread), moves, byte swaps, rotations and shifts, logic,
// bit scans, sums and differences with their carry, and the wide product. Anything else stays, and ends the run that comes there.
#pragma once

#include <llvm/IR/Module.h>

namespace cleave::passes {

void expandAssembly(llvm::Module& module);

}  // namespace cleave::passes
