#include "frontend/thread_locals.h"

#include <llvm/IR/InstIterator.h>
#include <llvm/IR/IntrinsicInst.h>

namespace cleave::frontend {

// Those that are only declared belong to a library, which accesses them as it was compiled to.
void makeThreadLocalsPlain(llvm::Module& module) {
  for (llvm::GlobalVariable& global : module.globals())
    if (!global.isDeclaration()) global.setThreadLocalMode(llvm::GlobalValue::NotThreadLocal);
  for (llvm::GlobalAlias& alias : module.aliases()) {
    const auto* global = llvm::dyn_cast_or_null<llvm::GlobalVariable>(alias.getAliaseeObject());
    if (global != nullptr && !global->isThreadLocal()) alias.setThreadLocalMode(llvm::GlobalValue::NotThreadLocal);
  }
  for (llvm::Function& function : module)
    for (llvm::Instruction& inst : llvm::make_early_inc_range(llvm::instructions(function))) {
      auto* call = llvm::dyn_cast<llvm::IntrinsicInst>(&inst);
      if (call == nullptr || call->getIntrinsicID() != llvm::Intrinsic::threadlocal_address) continue;
      const auto* global = llvm::dyn_cast<llvm::GlobalValue>(call->getArgOperand(0));
      if (global == nullptr || global->isThreadLocal()) continue;
      call->replaceAllUsesWith(call->getArgOperand(0));
      call->eraseFromParent();
    }
}

}  // namespace cleave::frontend
