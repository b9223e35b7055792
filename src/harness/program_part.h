// Of a module to which functions and globals are being added: the part that was added, alone. So it can be lowered and written by itself,
// while those who write it see the program as it is.
#pragma once

#include <llvm/ADT/DenseSet.h>
#include <llvm/IR/Module.h>

namespace cleave::harness {

class ProgramPart {
 public:
  // What the module has now is the rest; its functions need not be materialised.
  explicit ProgramPart(llvm::Module& module);

  // Makes declarations of the rest, and drops what the part does not mention.
  void declareRest() const;

 private:
  llvm::Module& module_;
  llvm::DenseSet<const llvm::GlobalValue*> rest_;
};

}  // namespace cleave::harness
