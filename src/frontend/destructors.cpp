#include "frontend/destructors.h"

#include <algorithm>
#include <utility>
#include <vector>

#include <llvm/IR/Constants.h>
#include <llvm/IR/IRBuilder.h>
#include <llvm/IR/Module.h>
#include <llvm/Transforms/Utils/ModuleUtils.h>

namespace cleave::frontend {

namespace {

constexpr const char* kList = "llvm.global_dtors";
constexpr const char* kRegister = "cleave.register_destructors";

using Prioritised = std::pair<uint64_t, llvm::Constant*>;

// In the order of .fini_array: it is run from its end.
std::vector<Prioritised> destructorsIn(const llvm::GlobalVariable& list) {
  std::vector<Prioritised> found;
  const auto* entries = list.hasInitializer() ? llvm::dyn_cast<llvm::ConstantArray>(list.getInitializer()) : nullptr;
  if (entries == nullptr) return found;
  for (const llvm::Use& use : entries->operands()) {
    const auto* entry = llvm::dyn_cast<llvm::ConstantStruct>(use.get());
    if (entry == nullptr || entry->getOperand(1)->isNullValue()) continue;
    found.emplace_back(llvm::cast<llvm::ConstantInt>(entry->getOperand(0))->getZExtValue(), entry->getOperand(1));
  }
  std::stable_sort(found.begin(), found.end(), [](const Prioritised& a, const Prioritised& b) { return a.first < b.first; });
  return found;
}

}  // namespace

void registerDestructors(llvm::Module& module) {
  const llvm::GlobalVariable* list = module.getNamedGlobal(kList);
  if (list == nullptr) return;
  const std::vector<Prioritised> destructors = destructorsIn(*list);
  if (destructors.empty()) return;
  llvm::IRBuilder<> builder(module.getContext());
  auto* type = llvm::FunctionType::get(builder.getVoidTy(), false);
  auto* constructor = llvm::Function::Create(type, llvm::GlobalValue::InternalLinkage, kRegister, module);
  constructor->setDoesNotThrow();
  builder.SetInsertPoint(llvm::BasicBlock::Create(module.getContext(), "entry", constructor));
  const llvm::FunctionCallee add =
      module.getOrInsertFunction("cleave_at_exit", llvm::FunctionType::get(builder.getVoidTy(), {builder.getPtrTy()}, false));
  for (const auto& [priority, destructor] : destructors) builder.CreateCall(add, {destructor});
  builder.CreateRetVoid();
  llvm::appendToGlobalCtors(module, constructor, 0);
}

}  // namespace cleave::frontend
