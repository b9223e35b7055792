// Cuts loops, so that one iteration from an arbitrary state on stands for all of them: the code of a proof by induction.
//
//   while (i < n) BODY;        looks, as code:
//
//   check (1)                  the state that the loop begins with
//   anything                   every variable and all memory that iterations may write becomes arbitrary
//   check (2)                  a state in which something that is assumed does not hold ends the run
//   if (i < n) { BODY; check (3); end of the run }     what comes behind it is another such state
//   ...                        goes on with what the loop may end in
//
// A check that stands at the head of the loop is one piece of code that is run through three times: `phase` tells which. In (1) and (3) it sets
// the mark of a property that does not hold, in (2) it notes in `bad` that one does not that is assumed (the global cleave_property_assumed_K).
// Variables become what cleave_vm_any says; what of memory does, and whether iterations write anything else, is the VM's to say (vm/loops.cpp):
// a run in which one does is unfinished, so nothing here has to be sure of what it is that a loop writes.
//
// A loop that is not understood (a variable wider than 64 bits, say) is left as it is.
#pragma once

#include <llvm/IR/Module.h>

#include <map>
#include <set>

#include "points/points.h"

namespace cleave::points {

// The head of a loop, where checks may stand.
struct LoopHead {
  llvm::Instruction* place = nullptr;    // behind the checks
  llvm::AllocaInst* phase = nullptr;     // 0: (1), 1: (2), 2: (3)
  llvm::AllocaInst* bad = nullptr;
};
LoopHead makeLoopHead(llvm::Instruction* place);

llvm::GlobalVariable& assumedOf(llvm::Module& module, uint32_t number);

// `heads`, by header: those with checks. Gives the headers of loops that were cut.
std::set<const llvm::BasicBlock*> cutLoops(llvm::Module& module, const std::map<const llvm::BasicBlock*, LoopHead>& heads, LoopNumbers& numbers);

}  // namespace cleave::points
