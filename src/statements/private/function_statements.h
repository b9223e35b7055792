// The statements of a function, on a module as clang makes it at -O0, before any pass: every variable is an alloca and every value that one
// statement hands to another goes through memory. So a statement is a tree of instructions around what it leaves behind: a store, a branch, a
// call whose result nobody reads, a return. Registers that cross blocks belong to expressions (&&, ||, ?:): the branches within are part of
// the statement that the expression stands in.
#pragma once

#include <llvm/IR/Function.h>
#include <llvm/IR/Instructions.h>

#include <map>
#include <string>
#include <vector>

#include "statements/statements.h"

namespace cleave::statements {

struct CodeStatement {
  Statement shown;
  llvm::Instruction* root = nullptr;                // what it leaves behind; the last of them
  llvm::Instruction* first = nullptr;               // where it begins
  std::vector<llvm::Instruction*> instructions;     // in the order of the code
  std::string text;                                 // equal for statements that do the same, whatever their lines
  std::string key;                                  // what kind of statement it is, and what it defines
};

class FunctionStatements {
 public:
  explicit FunctionStatements(llvm::Function& function);

  llvm::Function& function() const { return *function_; }
  const std::vector<CodeStatement>& all() const { return statements_; }
  static constexpr uint32_t kNone = UINT32_MAX;
  uint32_t of(const llvm::Instruction& instruction) const;  // kNone: no statement of the source

 private:
  llvm::Function* function_;
  std::vector<CodeStatement> statements_;
  std::map<const llvm::Instruction*, uint32_t> statementOf_;
};

// Whether the function has source statements: a body with debug information.
bool hasStatements(const llvm::Function& function);

// `this` is read once, at the beginning of a method: a register that all its statements share, and no statement itself.
bool isLoadedOnce(const llvm::Instruction& inst);

// The name of a variable as the source has it; empty: none.
std::string variableName(const llvm::Value& storage);

// Where a function keeps what it returns until it does; null: nowhere.
const llvm::AllocaInst* resultSlot(const llvm::Function& function);

}  // namespace cleave::statements
