#include "points/private/bound_loops.h"

#include <llvm/Analysis/LoopInfo.h>
#include <llvm/IR/Dominators.h>
#include <llvm/IR/Module.h>
#include <llvm/Transforms/Utils/BasicBlockUtils.h>

#include <vector>

#include "points/private/module_file.h"
#include "points/private/shadows.h"

namespace cleave::points {
namespace {

// The head of a loop is visited once more than there are iterations, the last time to leave. So a run that comes to it for the second time
// after as many iterations as it may have is one that began another.
struct Bounded {
  llvm::BasicBlock* header = nullptr;
  std::vector<llvm::Instruction*> entering;  // ends of blocks outside
};

std::vector<Bounded> loopsOf(llvm::Function& function) {
  const llvm::DominatorTree tree(function);
  const llvm::LoopInfo loops(tree);
  std::vector<Bounded> result;
  for (llvm::BasicBlock& block : function) {
    const llvm::Loop* loop = loops.getLoopFor(&block);
    if (loop == nullptr || loop->getHeader() != &block || block.getName().starts_with("cleave.")) continue;
    Bounded bounded;
    bounded.header = &block;
    for (llvm::BasicBlock* before : llvm::predecessors(&block))
      if (!loop->contains(before)) bounded.entering.push_back(before->getTerminator());
    result.push_back(std::move(bounded));
  }
  return result;
}

void bound(const Bounded& loop, llvm::GlobalVariable& most, llvm::GlobalVariable& mark) {
  llvm::Function& function = *loop.header->getParent();
  Builder top(&*function.getEntryBlock().getFirstInsertionPt());
  llvm::AllocaInst* count = top.CreateAlloca(top.getInt32Ty(), nullptr, "cleave.iterations");
  for (llvm::Instruction* end : loop.entering) Builder(end).CreateStore(top.getInt32(0), count);
  llvm::Instruction* place = &*loop.header->getFirstInsertionPt();
  Builder builder(place);
  llvm::Value* visits = builder.CreateAdd(builder.CreateLoad(builder.getInt32Ty(), count), builder.getInt32(1));
  builder.CreateStore(visits, count);
  llvm::Value* isOver = builder.CreateICmpUGT(visits, builder.CreateAdd(builder.CreateLoad(builder.getInt32Ty(), &most), builder.getInt32(1)));
  llvm::Instruction* end = llvm::SplitBlockAndInsertIfThen(isOver, place, true);
  Builder ending(end);
  ending.CreateStore(ending.getInt8(1), &mark);
  llvm::CallInst* exit =
      ending.CreateCall(function.getParent()->getOrInsertFunction("_exit", ending.getVoidTy(), ending.getInt32Ty()), {ending.getInt32(0)});
  if (llvm::DISubprogram* subprogram = function.getSubprogram())
    exit->setDebugLoc(llvm::DILocation::get(function.getContext(), subprogram->getLine(), 0, subprogram));
}

}  // namespace

void boundLoops(llvm::Module& module, uint32_t iterations) {
  if (iterations == 0) return;
  llvm::Type* type = llvm::Type::getInt32Ty(module.getContext());
  auto* most = new llvm::GlobalVariable(module, type, false, llvm::GlobalValue::WeakODRLinkage, llvm::ConstantInt::get(type, iterations),
                                        "cleave_property_bound");
  for (llvm::Function& function : module) {
    if (function.isDeclaration()) continue;
    for (const Bounded& loop : loopsOf(function)) bound(loop, *most, markOf(module, "cut"));
  }
}

}  // namespace cleave::points
