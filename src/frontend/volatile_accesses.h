// Accesses to volatile objects as what they are to whoever watches them: each read gives an input of its own, by its number, and each
// access is an event that is written down in order. On an LLVM module, before it is lowered, and in the same way before it is replayed
// natively: so witnesses can be replayed. The globals that hold the inputs and the events are described in inputs/user_names.h.
#pragma once

#include <llvm/IR/Module.h>

namespace cleave::frontend {

// Accesses to local variables stay as they are: nobody else can watch them. So do those of pointers, of structures, of more than 64 bits,
// atomic ones and copies; they remain marked as volatile.
void expandVolatileAccesses(llvm::Module& module);

}  // namespace cleave::frontend
