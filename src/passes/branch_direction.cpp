// Of each comparison and its exact opposite one is chosen: ==, <, > (signed and unsigned), and of floats those that are false for a NaN. A
// comparison that only branches look at is turned into the chosen one, and the successors of these branches are swapped. Successors within
// one branch may be swapped as they are: a phi names the block that it comes from, not the way.
#include "passes/branch_direction.h"

#include <llvm/ADT/STLExtras.h>
#include <llvm/IR/Function.h>
#include <llvm/IR/Instructions.h>
#include <llvm/IR/PatternMatch.h>

#include <vector>

namespace cleave::passes {
namespace {

bool isChosen(llvm::CmpInst::Predicate predicate) {
  switch (predicate) {
    case llvm::CmpInst::ICMP_EQ:
    case llvm::CmpInst::ICMP_UGT:
    case llvm::CmpInst::ICMP_ULT:
    case llvm::CmpInst::ICMP_SGT:
    case llvm::CmpInst::ICMP_SLT:
    case llvm::CmpInst::FCMP_FALSE:
    case llvm::CmpInst::FCMP_OEQ:
    case llvm::CmpInst::FCMP_OGT:
    case llvm::CmpInst::FCMP_OGE:
    case llvm::CmpInst::FCMP_OLT:
    case llvm::CmpInst::FCMP_OLE:
    case llvm::CmpInst::FCMP_ONE:
    case llvm::CmpInst::FCMP_ORD:
      return true;
    case llvm::CmpInst::ICMP_NE:
    case llvm::CmpInst::ICMP_UGE:
    case llvm::CmpInst::ICMP_ULE:
    case llvm::CmpInst::ICMP_SGE:
    case llvm::CmpInst::ICMP_SLE:
    case llvm::CmpInst::FCMP_TRUE:
    case llvm::CmpInst::FCMP_UEQ:
    case llvm::CmpInst::FCMP_UGT:
    case llvm::CmpInst::FCMP_UGE:
    case llvm::CmpInst::FCMP_ULT:
    case llvm::CmpInst::FCMP_ULE:
    case llvm::CmpInst::FCMP_UNE:
    case llvm::CmpInst::FCMP_UNO:
    case llvm::CmpInst::BAD_FCMP_PREDICATE:
    case llvm::CmpInst::BAD_ICMP_PREDICATE:
      return false;
  }
  return false;
}

// br (xor c, true), T, F is br c, F, T.
void dropNegations(llvm::BranchInst& branch) {
  llvm::Value* condition = nullptr;
  while (llvm::PatternMatch::match(branch.getCondition(), llvm::PatternMatch::m_Not(llvm::PatternMatch::m_Value(condition)))) {
    auto* negation = llvm::dyn_cast<llvm::Instruction>(branch.getCondition());
    if (negation == nullptr) return;  // a constant
    branch.setCondition(condition);
    branch.swapSuccessors();
    if (negation->use_empty()) negation->eraseFromParent();
  }
}

bool onlyBranchesRead(const llvm::CmpInst& comparison) {
  return llvm::all_of(comparison.users(), [](const llvm::User* user) { return llvm::isa<llvm::BranchInst>(user); });
}

void choose(llvm::CmpInst& comparison) {
  if (isChosen(comparison.getPredicate()) || !onlyBranchesRead(comparison)) return;
  comparison.setPredicate(comparison.getInversePredicate());
  for (llvm::User* user : comparison.users()) llvm::cast<llvm::BranchInst>(user)->swapSuccessors();
}

}  // namespace

void directBranches(llvm::Function& function) {
  std::vector<llvm::BranchInst*> branches;
  for (llvm::BasicBlock& block : function)
    if (auto* branch = llvm::dyn_cast<llvm::BranchInst>(block.getTerminator()); branch != nullptr && branch->isConditional())
      branches.push_back(branch);
  for (llvm::BranchInst* branch : branches) dropNegations(*branch);
  // One comparison may serve several branches: after this it is a chosen one, and the others find nothing to do.
  for (llvm::BranchInst* branch : branches)
    if (auto* comparison = llvm::dyn_cast<llvm::CmpInst>(branch->getCondition())) choose(*comparison);
}

}  // namespace cleave::passes
