// A partial function: a copy of a function that begins at a statement, takes the variables that the source can name there from globals, and ends
// where one statement has been done for the last time.
#pragma once

#include <llvm/IR/Module.h>

#include <string>
#include <vector>

#include "statements/private/function_statements.h"

namespace cleave::statements {

// A variable that is an input of partial functions.
struct InputVariable {
  std::string name;
  const llvm::Value* storage = nullptr;  // an alloca, or the argument that is the variable
};
// What can be named just before the instruction, without globals; of two with one name the inner one.
std::vector<InputVariable> variablesAt(const llvm::Instruction& place);

// What a parameter is called, the first one being 1; empty: there is none.
std::string parameterName(llvm::Function& function, unsigned number);

// Where a version is looked at: what runs from `start` on.
struct PartialPlan {
  llvm::Function* function = nullptr;
  llvm::Instruction* start = nullptr;
  const CodeStatement* target = nullptr;     // null: nothing is recorded
  llvm::Function* targetFunction = nullptr;  // whose statement it is
  const InputVariable* dummy = nullptr;      // instead of a target: what the variable is at the start
  bool isEarly = false;                      // a call is done as soon as it is known what with: what it does then is not looked at
  bool keepsOld = false;                     // of the target also what was in its place
  std::string name;
  uint32_t number = 0;
  uint32_t change = 0;
};

// Adds the partial function, with `variables` as inputs. The marks that it writes are in the module afterwards. The reason why there is none.
std::string addPartial(const PartialPlan& plan, const std::vector<InputVariable>& variables);

// It writes one value, and what was in its place can be recorded.
bool canKeepOld(const CodeStatement& statement);

// What is recorded of a statement, as the last parts of the names of marks.
std::vector<std::string> valuesOf(const CodeStatement& statement);

}  // namespace cleave::statements
