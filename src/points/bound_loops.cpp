#include "points/private/bound_loops.h"

#include <llvm/ADT/SCCIterator.h>
#include <llvm/Analysis/CallGraph.h>
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

// Where `isOver`, the run ends before the place, with the mark set.
void cutIf(llvm::Value* isOver, llvm::Instruction* place, llvm::GlobalVariable& mark) {
  llvm::Function& function = *place->getFunction();
  llvm::Instruction* end = llvm::SplitBlockAndInsertIfThen(isOver, place, true);
  Builder ending(end);
  ending.CreateStore(ending.getInt8(1), &mark);
  llvm::CallInst* exit =
      ending.CreateCall(function.getParent()->getOrInsertFunction("_exit", ending.getVoidTy(), ending.getInt32Ty()), {ending.getInt32(0)});
  if (llvm::DISubprogram* subprogram = function.getSubprogram())
    exit->setDebugLoc(llvm::DILocation::get(function.getContext(), subprogram->getLine(), 0, subprogram));
}

// One more than `most`.
llvm::Value* oneMore(Builder& builder, llvm::GlobalVariable& most) {
  return builder.CreateAdd(builder.CreateLoad(builder.getInt32Ty(), &most), builder.getInt32(1));
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
  cutIf(builder.CreateICmpUGT(visits, oneMore(builder, most)), place, mark);
}

// Calls of the function that have not returned are counted: the first is none that it made itself. A call that is left by longjmp or by an exception
// stays counted, so that the run ends earlier than it might.
void boundDepth(llvm::Function& function, llvm::GlobalVariable& most, llvm::GlobalVariable& mark) {
  llvm::Type* type = llvm::Type::getInt32Ty(function.getContext());
  auto* depth = new llvm::GlobalVariable(*function.getParent(), type, false, llvm::GlobalValue::InternalLinkage, llvm::ConstantInt::get(type, 0),
                                         "cleave_property_depth_" + function.getName());
  std::vector<llvm::Instruction*> returns;
  for (llvm::BasicBlock& block : function)
    if (llvm::isa<llvm::ReturnInst>(block.getTerminator())) returns.push_back(block.getTerminator());
  for (llvm::Instruction* end : returns) {
    Builder builder(end);
    builder.CreateStore(builder.CreateSub(builder.CreateLoad(type, depth), builder.getInt32(1)), depth);
  }
  llvm::Instruction* place = &*function.getEntryBlock().getFirstNonPHIOrDbgOrAlloca();
  Builder builder(place);
  llvm::Value* calls = builder.CreateAdd(builder.CreateLoad(type, depth), builder.getInt32(1));
  builder.CreateStore(calls, depth);
  cutIf(builder.CreateICmpUGT(calls, oneMore(builder, most)), place, mark);
}

// Who is called through a pointer, or by way of another module, is not seen.
void boundRecursion(llvm::Module& module, llvm::GlobalVariable& most, llvm::GlobalVariable& mark) {
  const llvm::CallGraph graph(module);
  std::vector<llvm::Function*> recursive;
  for (auto each = llvm::scc_begin(&graph); !each.isAtEnd(); ++each)
    if (each.hasCycle())
      for (const llvm::CallGraphNode* node : *each)
        if (node->getFunction() != nullptr && !node->getFunction()->isDeclaration()) recursive.push_back(node->getFunction());
  for (llvm::Function* function : recursive) boundDepth(*function, most, mark);
}

}  // namespace

void boundLoops(llvm::Module& module, uint32_t iterations, const std::set<const llvm::BasicBlock*>& except) {
  if (iterations == 0) return;
  llvm::Type* type = llvm::Type::getInt32Ty(module.getContext());
  auto* most = new llvm::GlobalVariable(module, type, false, llvm::GlobalValue::WeakODRLinkage, llvm::ConstantInt::get(type, iterations),
                                        "cleave_property_bound");
  for (llvm::Function& function : module) {
    if (function.isDeclaration()) continue;
    for (const Bounded& loop : loopsOf(function))
      if (!except.contains(loop.header)) bound(loop, *most, markOf(module, "cut"));
  }
  boundRecursion(module, *most, markOf(module, "cut"));
}

}  // namespace cleave::points
