// The fixed passes between clang's output and the lowering. None of them exploits undefined behaviour or deletes code that may trap: what
// an unoptimised build does, the result does. docs/decisions/001-no-ub-passes.md says why LLVM's own pipeline is not used.
#pragma once

#include <llvm/ADT/STLFunctionalExtras.h>
#include <llvm/Analysis/TargetLibraryInfo.h>
#include <llvm/IR/Function.h>
#include <llvm/IR/Module.h>

#include <string>

namespace cleave::passes {

// After this, in every function that is defined and has no unsupportedBody:
//  - every block is reachable; terminators are br, switch, ret and unreachable; at most one ret;
//  - local variables whose address is not taken are SSA values; one that is read before it is written is a call of an undefinedMarker;
//  - llvm.trap and its kin are followed by unreachable;
//  - loops have a preheader, one latch and dedicated exits, and values defined in a loop are used behind it through phis (LCSSA).
// Of functions that `namesVariables` chooses, records tell which values the variables get, and where those that stay in memory are; of
// others nothing is said of variables any more.
void runPipeline(llvm::Module& module, llvm::function_ref<bool(const llvm::Function&)> namesVariables);

// The part of it that says what -O0 code generation makes of operations that LLVM leaves open, without touching variables, returns or
// loops: constant-folding intrinsics decided, nothing behind traps, counts of zeros of zero undefined, math intrinsics as library calls,
// minnum and maxnum as comparisons.
void settleOpenMeanings(llvm::Function& function, const llvm::TargetLibraryInfo& library);

// Why the body as a whole cannot be brought into that form ("computed goto"); empty when it can.
std::string unsupportedBody(const llvm::Function& function);

// A call that stands for an uninitialised value. It never exists outside our own copy of the module.
bool isUndefinedMarker(const llvm::Value& value);

}  // namespace cleave::passes
