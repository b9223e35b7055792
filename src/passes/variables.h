// What debug information says of local variables, brought into a form that outlives their promotion to values: clang declares each variable
// once, at its place in memory; from here on a record at each store tells that the variable gets a value there.
#pragma once

#include <llvm/ADT/MapVector.h>
#include <llvm/IR/Function.h>
#include <llvm/IR/Instructions.h>

namespace llvm {
class DILocalVariable;
}

namespace cleave::passes {

class VariableRecords {
 public:
  // Takes the function's records away; reads them if they are wanted.
  VariableRecords(llvm::Function& function, bool areWanted);

  // Puts records at the stores of variables that will become values, and at the places of the others.
  void noteValues() const;

 private:
  void note(llvm::AllocaInst& place, llvm::DILocalVariable& variable) const;

  llvm::MapVector<llvm::AllocaInst*, llvm::DILocalVariable*> variables_;
};

}  // namespace cleave::passes
