// Which functions an exception may leave, natively: those that reach __cxa_throw, __cxa_rethrow or a function that nothing is known of
// through calls, where no handler on the way stops everything, and declarations with passes::kThrowsAttribute. A call through a pointer may
// reach every function whose address is taken and that takes such arguments. What is compiled not to throw (`nounwind`) still lets
// exceptions through, unless it has handlers.
#pragma once

#include <llvm/ADT/DenseSet.h>
#include <llvm/IR/InstrTypes.h>
#include <llvm/IR/Module.h>

#include <set>
#include <string>
#include <vector>

namespace cleave::exceptions {

// What a call through a pointer may reach, beside the functions whose address the module takes.
struct PointerTargets {
  std::set<std::string> handedIn;  // functions that an input harness may hand in
  bool anyOther = false;           // the module is a part of a program whose other functions are not seen here
};

class Throwing {
 public:
  Throwing(const llvm::Module& module, const PointerTargets& targets);

  bool mayThrow(const llvm::CallBase& call) const;  // what it calls
  bool mayThrow(const llvm::Function& function) const { return functions_.contains(&function); }
  bool any() const { return functions_.size() > 0; }

 private:
  bool lets(const llvm::Function& function) const;
  bool lets(const llvm::BasicBlock& block) const;
  bool add(const llvm::Function& function);

  const PointerTargets& targets_;
  llvm::DenseSet<const llvm::Function*> functions_;
  std::vector<const llvm::Function*> byAddress_;  // those of them that a pointer may lead to
};

const llvm::Function* calleeOf(const llvm::CallBase& call);  // null for a pointer

// Whether a call with the first type can be one of a function with the other.
bool mayBeCalledAs(const llvm::FunctionType& call, const llvm::FunctionType& function);

bool isThrow(const llvm::Function& function);  // it throws, and does nothing else

// A function without a body or a model: a run ends where it is called, but what stands in handlers around it must not be lost.
bool mayThrowUnseen(const llvm::Function& function);

// Natively an exception that comes out of such a call, in code that is not prepared for one, ends the program or starts it badly.
bool isRefused(const llvm::CallBase& call);
bool isStaticConstructor(const llvm::Function& function);

}  // namespace cleave::exceptions
