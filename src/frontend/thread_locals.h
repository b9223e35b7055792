// One thread is all there is: a variable of each thread is a plain one, here and natively, where it is then found by its address.
#pragma once

#include <llvm/IR/Module.h>

namespace cleave::frontend {

void makeThreadLocalsPlain(llvm::Module& module);

}  // namespace cleave::frontend
