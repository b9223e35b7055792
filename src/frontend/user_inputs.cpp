#include "frontend/user_inputs.h"

#include <llvm/Analysis/ValueTracking.h>
#include <llvm/IR/IRBuilder.h>
#include <llvm/IR/Instructions.h>

#include "inputs/user_names.h"

namespace cleave::frontend {
namespace {

llvm::GlobalVariable* globalFor(llvm::Module& module, const std::string& name, uint64_t size) {
  llvm::Type* type = llvm::ArrayType::get(llvm::Type::getInt8Ty(module.getContext()), size);
  if (llvm::GlobalVariable* known = module.getGlobalVariable(name, true)) return known->getValueType() == type ? known : nullptr;
  auto* global =
      new llvm::GlobalVariable(module, type, false, llvm::GlobalValue::ExternalLinkage, llvm::Constant::getNullValue(type), name);
  global->setAlignment(llvm::Align(16));
  return global;
}

}  // namespace

void expandUserInputs(llvm::Module& module) {
  llvm::Function* callee = module.getFunction("cleave_input");
  if (callee == nullptr || !callee->isDeclaration()) return;
  for (llvm::User* user : llvm::make_early_inc_range(callee->users())) {
    auto* call = llvm::dyn_cast<llvm::CallInst>(user);
    if (call == nullptr || call->getCalledOperand() != callee || call->arg_size() != 3) continue;
    const auto* size = llvm::dyn_cast<llvm::ConstantInt>(call->getArgOperand(1));
    llvm::StringRef name;
    if (size == nullptr || size->getZExtValue() > inputs::kMostUserBytes || !llvm::getConstantStringInfo(call->getArgOperand(2), name))
      continue;
    llvm::GlobalVariable* global = globalFor(module, inputs::kUserInputPrefix + name.str(), size->getZExtValue());
    if (global == nullptr) continue;
    llvm::IRBuilder<> builder(call);
    builder.CreateMemCpy(call->getArgOperand(0), llvm::Align(1), global, llvm::Align(1), size->getZExtValue());
    call->eraseFromParent();
  }
}

}  // namespace cleave::frontend
