// A function together with one that it calls: a copy of the caller into which the called one was put, so that a change in the one and what
// depends on it in the other are one function's code.
#pragma once

#include <llvm/IR/Module.h>

#include <string>
#include <vector>

#include "statements/private/function_statements.h"
#include "statements/private/partial.h"

namespace cleave::statements {

// Calls from `caller` down to `callee`, outermost first; empty: there is no such way. The last of several calls before a statement is taken.
std::vector<llvm::CallBase*> callsBetween(llvm::Function& caller, llvm::Function& callee, const CodeStatement& before);

bool isCalledFrom(llvm::Function& callee, llvm::Function& caller);  // directly or not, or the same

struct Context {
  llvm::Function* function = nullptr;  // the copy; whoever asked for it removes it
  llvm::Instruction* start = nullptr;
  CodeStatement target;
  std::vector<InputVariable> variables;  // those of callers are called "caller::name"
  std::string failure;
};

// `start` is in the function that the last call calls, `target` in that of the first.
Context makeContext(const std::vector<llvm::CallBase*>& calls, llvm::Instruction& start, const CodeStatement& target);

}  // namespace cleave::statements
