#include "exceptions/throwing.h"

#include <llvm/ADT/SmallPtrSet.h>
#include <llvm/IR/CFG.h>
#include <llvm/IR/Constants.h>
#include <llvm/IR/Instructions.h>
#include <llvm/IR/IntrinsicInst.h>

#include <algorithm>

#include "flow/library.h"
#include "passes/notes.h"

namespace cleave::exceptions {
namespace {

bool isPlain(const llvm::FunctionType& type) {
  return !type.isVarArg() && std::none_of(type.param_begin(), type.param_end(),
                                          [](const llvm::Type* each) { return each->isAggregateType() || each->isVectorTy(); });
}

// Everything that arrives at this landing pad stays in the function, or goes on by a `resume`.
bool takesAll(const llvm::LandingPadInst& pad) {
  if (pad.isCleanup()) return true;
  for (unsigned k = 0; k < pad.getNumClauses(); ++k)
    if (pad.isCatch(k) && llvm::isa<llvm::ConstantPointerNull>(pad.getClause(k))) return true;
  return false;
}

}  // namespace

const llvm::Function* calleeOf(const llvm::CallBase& call) {
  return llvm::dyn_cast<llvm::Function>(call.getCalledOperand()->stripPointerCastsAndAliases());
}

// Aggregates are passed in parts, so there the types alone do not tell.
bool mayBeCalledAs(const llvm::FunctionType& call, const llvm::FunctionType& function) {
  return !isPlain(call) || !isPlain(function) || call.params() == function.params();
}

bool isThrow(const llvm::Function& function) { return function.getName() == "__cxa_throw" || function.getName() == "__cxa_rethrow"; }

bool mayThrowUnseen(const llvm::Function& function) {
  if (function.getName() == "__gxx_personality_v0") return false;  // its address is taken by every function that has handlers
  if (function.getName().starts_with("cleave_")) return false;     // ours
  return function.isDeclaration() && !function.isIntrinsic() && !function.doesNotThrow() &&
         flow::findLibraryFunction(std::string_view(function.getName())) == nullptr;
}

bool isRefused(const llvm::CallBase& call) {
  const llvm::Function& function = *call.getFunction();
  return isStaticConstructor(function) || (function.hasPersonalityFn() && (function.doesNotThrow() || call.doesNotThrow()));
}

bool isStaticConstructor(const llvm::Function& function) {
  const llvm::GlobalVariable* list = function.getParent()->getNamedGlobal("llvm.global_ctors");
  const auto* entries = list == nullptr || !list->hasInitializer() ? nullptr : llvm::dyn_cast<llvm::ConstantArray>(list->getInitializer());
  if (entries == nullptr) return false;
  for (const llvm::Use& use : entries->operands()) {
    const auto* entry = llvm::dyn_cast<llvm::ConstantStruct>(use.get());
    if (entry != nullptr && entry->getOperand(1)->stripPointerCasts() == &function) return true;
  }
  return false;
}

Throwing::Throwing(const llvm::Module& module, const PointerTargets& targets) : targets_(targets) {
  for (const llvm::Function& function : module)
    if (isThrow(function) || mayThrowUnseen(function) || function.hasFnAttribute(passes::kThrowsAttribute)) add(function);
  for (bool grew = !functions_.empty(); grew;) {
    grew = false;
    for (const llvm::Function& function : module)
      if (!mayThrow(function) && lets(function)) grew = add(function) || grew;
  }
}

bool Throwing::add(const llvm::Function& function) {
  if (!functions_.insert(&function).second) return false;
  if (function.hasAddressTaken() || targets_.handedIn.contains(function.getName().str())) byAddress_.push_back(&function);
  return true;
}

bool Throwing::mayThrow(const llvm::CallBase& call) const {
  if (call.isInlineAsm() || llvm::isa<llvm::IntrinsicInst>(call)) return false;
  if (const llvm::Function* callee = calleeOf(call)) return mayThrow(*callee);
  return targets_.anyOther || std::any_of(byAddress_.begin(), byAddress_.end(), [&](const llvm::Function* each) {
           return mayBeCalledAs(*call.getFunctionType(), *each->getFunctionType());
         });
}

// Harnesses catch everything.
bool Throwing::lets(const llvm::Function& function) const {
  if (function.isDeclaration() || function.hasFnAttribute(passes::kHarnessAttribute) || isStaticConstructor(function)) return false;
  llvm::SmallPtrSet<const llvm::BasicBlock*, 32> seen{&function.getEntryBlock()};
  llvm::SmallVector<const llvm::BasicBlock*, 32> work{&function.getEntryBlock()};
  while (!work.empty()) {
    const llvm::BasicBlock* block = work.pop_back_val();
    if (lets(*block)) return true;
    const auto* invoke = llvm::dyn_cast<llvm::InvokeInst>(block->getTerminator());
    for (const llvm::BasicBlock* next : llvm::successors(block)) {
      const bool isEntered = invoke == nullptr || next != invoke->getUnwindDest() || mayThrow(*invoke);
      if (isEntered && seen.insert(next).second) work.push_back(next);
    }
  }
  return false;
}

// Whether one may leave the function here.
bool Throwing::lets(const llvm::BasicBlock& block) const {
  if (llvm::isa<llvm::ResumeInst>(block.getTerminator())) return !block.getParent()->doesNotThrow();
  for (const llvm::Instruction& inst : block) {
    const auto* call = llvm::dyn_cast<llvm::CallBase>(&inst);
    if (call == nullptr || !mayThrow(*call)) continue;
    const auto* invoke = llvm::dyn_cast<llvm::InvokeInst>(call);
    if (invoke == nullptr ? !isRefused(*call) : !takesAll(*invoke->getLandingPadInst())) return true;
  }
  return false;
}

}  // namespace cleave::exceptions
