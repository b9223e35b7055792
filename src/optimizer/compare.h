// Whether two functions of two modules are the same code, with all that they mention: a relation between their blocks, instructions,
// functions and globals is built by walking both in parallel from the entries. Not a comparison of texts or hashes.
//
// Blocks correspond one to one, by the walk along the successors. In corresponding blocks the instructions that do something (memory,
// calls, jumps) correspond in order. All other values are compared where they are used: two are the same if they are the same operation on
// the same values. A value that goes around a loop goes through a phi; two phis of corresponding blocks are taken to be the same while the
// values that enter them are compared, which is sound since a failure anywhere ends the whole proof (the greatest solution; by induction
// over the steps of a run the values are equal).
// Why the place of a pure operation does not matter: where one dominates a use, its operands have, at the use, the values they had at the
// operation (a run that computed an operand anew on the way would reach the use around the operation).
//
// Names count where they can be seen: of functions without a body, of functions whose address is used other than for a call, of
// variables that can be written, and of constants that other files can name.
#pragma once

#include <llvm/IR/Module.h>

#include <set>
#include <string>
#include <vector>

namespace cleave::optimizer {

// Lists of functions that run before and after any entry. They count as mentioned.
inline constexpr const char* kRunOutside[] = {"llvm.global_ctors", "llvm.global_dtors"};

struct CodeComparison {
  bool same = false;
  std::string why;  // the first thing that differs
  // Mentioned in both:
  std::set<std::string> externals;  // functions without a body
  std::set<std::string> variables;  // that can be written, and tables of C++ classes: whose types must be asked
};

CodeComparison compareCode(const llvm::Function& before, const llvm::Function& after);

}  // namespace cleave::optimizer
