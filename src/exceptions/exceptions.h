// Makes ordinary control flow of C++ exceptions, in our own copy of the module: what throws returns with a note (the models' global
// cleave_model_pending), and the code behind every call that may do so looks at it and goes to its landing pad, or returns in turn. So the
// VM, control dependence, impact analysis and matching need to know nothing of exceptions. docs/decisions/010-exceptions.md says why.
//
// Native replay and the optimiser's proof see the module as the compiler wrote it.
#pragma once

#include <llvm/IR/Module.h>

#include "exceptions/throwing.h"

namespace cleave::exceptions {

// Before the models are linked: asks for those that makeExceptionsPlain needs. False: nothing can throw and nothing need be done, or the
// program has a runtime of its own.
bool wantExceptionModels(llvm::Module& module);

// After that, no function has invokes, landing pads or resumes, and each that an exception may leave carries passes::kThrowsAttribute.
void makeExceptionsPlain(llvm::Module& module, const PointerTargets& targets);

// For a module whose exceptions stay as they are: functions with handlers are not supported, since the pipeline would lose the handlers.
void refuseHandlers(llvm::Module& module);

}  // namespace cleave::exceptions
