#include "harness/callable_writer.h"

#include <llvm/IR/IRBuilder.h>

namespace cleave::harness {
namespace {

using inputs::Callable;

// How the library asks for what is held: its type, its address, a copy of it, and its end.
constexpr unsigned kGiveAddress = 1, kCopy = 2;
constexpr uint64_t kHeldBytes = 16;

llvm::Function* create(llvm::Module& module, llvm::FunctionType* type, const std::string& name) {
  return llvm::Function::Create(type, llvm::GlobalValue::ExternalLinkage, name, module);
}

// bool manager(void* to, const void* from, unsigned what)
void writeManager(llvm::Module& module, const std::string& name) {
  if (module.getFunction(name) != nullptr) return;
  llvm::LLVMContext& context = module.getContext();
  llvm::IRBuilder<> builder(context);
  llvm::Function* function = create(module, llvm::FunctionType::get(builder.getInt1Ty(), {builder.getPtrTy(), builder.getPtrTy(), builder.getInt32Ty()}, false), name);
  function->setDoesNotThrow();
  function->addRetAttr(llvm::Attribute::ZExt);
  auto* entry = llvm::BasicBlock::Create(context, "entry", function);
  auto* address = llvm::BasicBlock::Create(context, "address", function);
  auto* copy = llvm::BasicBlock::Create(context, "copy", function);
  auto* done = llvm::BasicBlock::Create(context, "done", function);
  builder.SetInsertPoint(entry);
  llvm::SwitchInst* choice = builder.CreateSwitch(function->getArg(2), done, 2);
  choice->addCase(builder.getInt32(kGiveAddress), address);
  choice->addCase(builder.getInt32(kCopy), copy);
  builder.SetInsertPoint(address);
  builder.CreateStore(function->getArg(1), function->getArg(0));
  builder.CreateBr(done);
  builder.SetInsertPoint(copy);
  builder.CreateMemCpy(function->getArg(0), llvm::Align(8), function->getArg(1), llvm::Align(8), kHeldBytes);
  builder.CreateBr(done);
  builder.SetInsertPoint(done);
  builder.CreateRet(builder.getFalse());
}

}  // namespace

// R invoker(const void* held, Arguments&&...): numbers are handed over by their addresses, and so are copies of objects.
std::string writeCallable(llvm::Module& module, const Callable& callable) {
  writeManager(module, callable.manager);
  if (module.getFunction(callable.invoker) != nullptr) return "";  // an entry's and an expression's
  const llvm::Function* target = module.getFunction(callable.targets[0]);
  if (target == nullptr) return callable.targets[0] + " is not there";
  llvm::IRBuilder<> builder(module.getContext());
  const unsigned hidden = target->hasStructRetAttr() ? 1 : 0;
  const std::string unfit = "a std::function holds " + callable.targets[0] + ", which takes objects in another way than by their address";
  if (target->arg_size() != callable.parameters.size() + hidden || (hidden == 1 && !target->hasParamAttribute(0, llvm::Attribute::StructRet))) return unfit;
  for (unsigned k = 0; k < callable.parameters.size(); ++k)
    if (callable.parameters[k].isClass &&
        (!target->getArg(k + hidden)->getType()->isPointerTy() || target->hasParamAttribute(k + hidden, llvm::Attribute::ByVal)))
      return unfit;

  const std::vector<llvm::Type*> types(callable.parameters.size() + hidden + 1, builder.getPtrTy());
  llvm::Function* function = create(module, llvm::FunctionType::get(target->getReturnType(), types, false), callable.invoker);
  if (hidden == 1) function->addParamAttrs(0, {module.getContext(), target->getAttributes().getParamAttrs(0)});
  function->addRetAttrs({module.getContext(), target->getAttributes().getRetAttrs()});
  builder.SetInsertPoint(llvm::BasicBlock::Create(module.getContext(), "entry", function));
  std::vector<llvm::Value*> arguments;
  if (hidden == 1) arguments.push_back(function->getArg(0));
  for (unsigned k = 0; k < callable.parameters.size(); ++k) {
    llvm::Argument* given = function->getArg(k + hidden + 1);
    const Callable::Parameter& parameter = callable.parameters[k];
    llvm::Type* type = target->getArg(k + hidden)->getType();
    if (parameter.isReference || parameter.isClass)
      arguments.push_back(given);
    else if (type->isIntegerTy(1))
      arguments.push_back(builder.CreateTrunc(builder.CreateLoad(builder.getInt8Ty(), given), type));
    else
      arguments.push_back(builder.CreateLoad(type, given));
  }
  llvm::Value* held = builder.CreateLoad(builder.getPtrTy(), function->getArg(hidden));
  llvm::CallInst* call = builder.CreateCall(target->getFunctionType(), held, arguments);
  call->setAttributes(target->getAttributes().removeFnAttributes(module.getContext()));
  if (call->getType()->isVoidTy())
    builder.CreateRetVoid();
  else
    builder.CreateRet(call);
  return "";
}

}  // namespace cleave::harness
