// Which functions an exception may leave: those that reach __cxa_throw or __cxa_rethrow through calls, where no handler on the way stops
// everything. A call through a pointer may reach every function whose address is taken and that takes such arguments.
#pragma once

#include <llvm/ADT/DenseSet.h>
#include <llvm/IR/InstrTypes.h>
#include <llvm/IR/Module.h>

#include <vector>

namespace cleave::frontend {

class Throwing {
 public:
  explicit Throwing(const llvm::Module& module);

  bool mayThrow(const llvm::CallBase& call) const;  // what it calls
  bool mayThrow(const llvm::Function& function) const { return functions_.contains(&function); }
  bool any() const { return functions_.size() > 0; }

 private:
  bool lets(const llvm::Function& function) const;
  bool lets(const llvm::BasicBlock& block) const;
  bool add(const llvm::Function& function);

  llvm::DenseSet<const llvm::Function*> functions_;
  std::vector<const llvm::Function*> byAddress_;  // those of them whose address is taken
};

bool isThrow(const llvm::Function& function);  // it throws, and does nothing else

}  // namespace cleave::frontend
