// Structural identity: of functions (same blocks, instructions, registers, in order) and of globals (same size and initial contents).
// Debug info, and names of locals, blocks and files, do not count: what the bits mean is asked elsewhere (program/meaning.h).
#pragma once

#include "change/symbols.h"
#include "program/program.h"

namespace cleave::change {

// The same for callers: parameters and results, no parameters whose names changed places; and of input harnesses, the same inputs at the
// same places.
bool sameSignature(const program::Function& before, const program::Function& after);
bool sameCode(const FunctionOf& before, const FunctionOf& after);
bool sameInitialiser(const Both<KeyedVersion>& versions, const Both<program::GlobalId>& globals);

}  // namespace cleave::change
