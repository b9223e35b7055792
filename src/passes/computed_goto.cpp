#include "passes/computed_goto.h"

#include <llvm/IR/IRBuilder.h>
#include <llvm/IR/Instructions.h>
#include <llvm/Support/xxhash.h>

#include <algorithm>
#include <string>
#include <vector>

namespace cleave::passes {
namespace {

constexpr const char* kWhy = "a computed goto to what is no label of the function";

class Expansion {
 public:
  explicit Expansion(llvm::Function& function) : function_(function), module_(*function.getParent()) {}

  void run() {
    for (llvm::BasicBlock& block : function_)
      if (auto* jump = llvm::dyn_cast<llvm::IndirectBrInst>(block.getTerminator())) jumps_.push_back(jump);
    unsigned count = 0;
    std::vector<llvm::BasicBlock*> labels;
    for (llvm::BasicBlock& block : function_)
      if (block.hasAddressTaken()) labels.push_back(&block);
    for (llvm::BasicBlock* label : labels) objects_[label] = makeObject(count++);
    for (llvm::IndirectBrInst* jump : jumps_) expand(*jump);
    for (llvm::BasicBlock* label : labels) {
      llvm::BlockAddress* address = llvm::BlockAddress::get(label);
      address->replaceAllUsesWith(objects_[label]);
      address->destroyConstant();
    }
  }

 private:
  llvm::GlobalVariable* makeObject(unsigned number) {
    const std::string name = "label." + std::to_string(number) + "." + function_.getName().str();
    llvm::IntegerType* type = llvm::Type::getInt64Ty(module_.getContext());
    llvm::Constant* contents = llvm::ConstantInt::get(type, llvm::xxh3_64bits(function_.getName()) << 16 | number);
    return new llvm::GlobalVariable(module_, type, true, llvm::GlobalValue::ExternalLinkage, contents, name);
  }

  void expand(llvm::IndirectBrInst& jump) {
    llvm::BasicBlock* block = jump.getParent();
    llvm::Value* address = jump.getAddress();
    const llvm::DebugLoc loc = jump.getDebugLoc();
    std::vector<llvm::BasicBlock*> targets;
    for (unsigned k = 0; k < jump.getNumDestinations(); ++k) {
      llvm::BasicBlock* target = jump.getDestination(k);
      const bool isNew = std::find(targets.begin(), targets.end(), target) == targets.end();
      if (isNew && objects_.contains(target))
        targets.push_back(target);
      else
        target->removePredecessor(block, true);
    }
    llvm::IRBuilder<> builder(&jump);
    llvm::BasicBlock* otherwise = llvm::BasicBlock::Create(module_.getContext(), "no.label", &function_);
    llvm::Value* number = builder.CreateLoad(builder.getInt64Ty(), address, "label");
    llvm::SwitchInst* choice = builder.CreateSwitch(number, otherwise, static_cast<unsigned>(targets.size()));
    for (llvm::BasicBlock* target : targets) choice->addCase(llvm::cast<llvm::ConstantInt>(objects_[target]->getInitializer()), target);
    jump.eraseFromParent();
    builder.SetInsertPoint(otherwise);
    builder.SetCurrentDebugLocation(loc);
    builder.CreateCall(unfinished(), {text()});
    builder.CreateUnreachable();
  }

  llvm::FunctionCallee unfinished() {
    llvm::Type* pointer = llvm::PointerType::getUnqual(module_.getContext());
    return module_.getOrInsertFunction("cleave_vm_unfinished",
                                       llvm::FunctionType::get(llvm::Type::getVoidTy(module_.getContext()), {pointer}, false));
  }

  llvm::GlobalVariable* text() {
    constexpr const char* kName = "cleave_text.no_label";
    if (llvm::GlobalVariable* known = module_.getNamedGlobal(kName)) return known;
    llvm::Constant* characters = llvm::ConstantDataArray::getString(module_.getContext(), kWhy);
    return new llvm::GlobalVariable(module_, characters->getType(), true, llvm::GlobalValue::ExternalLinkage, characters, kName);
  }

  llvm::Function& function_;
  llvm::Module& module_;
  std::vector<llvm::IndirectBrInst*> jumps_;
  llvm::DenseMap<llvm::BasicBlock*, llvm::GlobalVariable*> objects_;
};

bool usesLabels(const llvm::Function& function) {
  for (const llvm::BasicBlock& block : function)
    if (block.hasAddressTaken() || llvm::isa<llvm::IndirectBrInst>(block.getTerminator())) return true;
  return false;
}

// Their labels are for the assembly to jump to.
bool hasCallBr(const llvm::Function& function) {
  for (const llvm::BasicBlock& block : function)
    if (llvm::isa<llvm::CallBrInst>(block.getTerminator())) return true;
  return false;
}

}  // namespace

void expandComputedGotos(llvm::Module& module) {
  std::vector<llvm::Function*> functions;
  for (llvm::Function& function : module)
    if (usesLabels(function) && !hasCallBr(function)) functions.push_back(&function);
  for (llvm::Function* function : functions) Expansion(*function).run();
}

}  // namespace cleave::passes
