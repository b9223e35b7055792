// Functions that run when the program ends without being asked for: those called __attribute__((destructor)), in llvm.global_dtors. A
// constructor that comes before all others registers them with the models (models/runtime.c), so that they run where the C library would
// run them: behind whatever was given to atexit. For the VM only: natively the loader does it.
#pragma once

namespace llvm {
class Module;
}

namespace cleave::frontend {

void registerDestructors(llvm::Module& module);

}  // namespace cleave::frontend
