#include "passes/pipeline.h"

#include <llvm/Analysis/LoopInfo.h>
#include <llvm/Analysis/MemoryBuiltins.h>
#include <llvm/Analysis/TargetLibraryInfo.h>
#include <llvm/IR/Dominators.h>
#include <llvm/IR/IRBuilder.h>
#include <llvm/IR/InstIterator.h>
#include <llvm/IR/Instructions.h>
#include <llvm/IR/IntrinsicInst.h>
#include <llvm/TargetParser/Triple.h>
#include <llvm/Transforms/Utils/BasicBlockUtils.h>
#include <llvm/Transforms/Utils/Local.h>
#include <llvm/Transforms/Utils/LoopUtils.h>
#include <llvm/Transforms/Utils/PromoteMemToReg.h>

#include <vector>

#include "passes/branch_direction.h"
#include "passes/min_max.h"
#include "passes/notes.h"
#include "passes/open_nan.h"
#include "passes/variables.h"

namespace cleave::passes {
namespace {

constexpr const char* kUndefinedPrefix = "cleave.undefined.";

// What -O0 code generation makes of these, on the code it sees: before any variable becomes a value. Later they would look more constant.
void decideConstantIntrinsics(llvm::Function& function, const llvm::TargetLibraryInfo& library) {
  for (llvm::Instruction& inst : llvm::make_early_inc_range(llvm::instructions(function))) {
    auto* call = llvm::dyn_cast<llvm::IntrinsicInst>(&inst);
    if (call == nullptr) continue;
    llvm::Value* value = nullptr;
    if (call->getIntrinsicID() == llvm::Intrinsic::objectsize)
      value = llvm::lowerObjectSizeCall(call, function.getParent()->getDataLayout(), &library, /*MustSucceed=*/true);
    else if (call->getIntrinsicID() == llvm::Intrinsic::is_constant)
      value = llvm::ConstantInt::getBool(call->getContext(), llvm::isa<llvm::ConstantData>(call->getArgOperand(0)));
    if (value == nullptr) continue;
    call->replaceAllUsesWith(value);
    call->eraseFromParent();
  }
}

bool isTrap(const llvm::Instruction& inst) {
  const auto* call = llvm::dyn_cast<llvm::IntrinsicInst>(&inst);
  if (call == nullptr) return false;
  const llvm::Intrinsic::ID id = call->getIntrinsicID();
  return id == llvm::Intrinsic::trap || id == llvm::Intrinsic::debugtrap || id == llvm::Intrinsic::ubsantrap;
}

// The processor does not get past a trap, so neither does the block.
void endBlocksAtTraps(llvm::Function& function) {
  for (llvm::BasicBlock& block : function)
    for (llvm::Instruction& inst : block)
      if (isTrap(inst) && !llvm::isa<llvm::UnreachableInst>(inst.getNextNode())) {
        llvm::changeToUnreachable(inst.getNextNode());
        break;
      }
}

// Where exceptions/exceptions.cpp had nothing to do: no handler is ever entered.
void dropExceptionHandlers(llvm::Function& function) {
  for (llvm::BasicBlock& block : function)
    if (auto* invoke = llvm::dyn_cast<llvm::InvokeInst>(block.getTerminator())) llvm::changeToCall(invoke);
}

// __builtin_clz(0) and __builtin_ctz(0) are undefined: the instruction that -O0 emits leaves what was in the register. So their value is,
// and no more: clang makes __builtin_ffs(x) of a count that is thrown away where x is zero.
void openZeroCounts(llvm::Function& function) {
  for (llvm::Instruction& inst : llvm::make_early_inc_range(llvm::instructions(function))) {
    auto* call = llvm::dyn_cast<llvm::IntrinsicInst>(&inst);
    if (call == nullptr || (call->getIntrinsicID() != llvm::Intrinsic::ctlz && call->getIntrinsicID() != llvm::Intrinsic::cttz)) continue;
    const bool zeroIsPoison = llvm::cast<llvm::ConstantInt>(call->getArgOperand(1))->isOne();
    if (!zeroIsPoison || !call->getType()->isIntegerTy()) continue;
    call->setArgOperand(1, llvm::ConstantInt::getFalse(call->getContext()));
    llvm::IRBuilder<> builder(call->getNextNode());
    builder.SetCurrentDebugLocation(call->getDebugLoc());
    llvm::Value* isZero = builder.CreateICmpEQ(call->getArgOperand(0), llvm::Constant::getNullValue(call->getType()), "zero.count");
    // Not by the builder, which would take the other value in place of the undefined one.
    auto* value = llvm::SelectInst::Create(isZero, llvm::UndefValue::get(call->getType()), call, "count");
    builder.Insert(value);
    call->replaceUsesWithIf(value, [&](const llvm::Use& use) { return use.getUser() != value; });
  }
}

// With -fno-math-errno clang emits these instead of calls of the library, which is where code generation takes them anyway.
const char* libraryName(llvm::Intrinsic::ID id) {
  switch (static_cast<unsigned>(id)) {  // thousands of enumerators
    case llvm::Intrinsic::sin:
      return "sin";
    case llvm::Intrinsic::cos:
      return "cos";
    case llvm::Intrinsic::tan:
      return "tan";
    case llvm::Intrinsic::exp:
      return "exp";
    case llvm::Intrinsic::exp2:
      return "exp2";
    case llvm::Intrinsic::exp10:
      return "exp10";
    case llvm::Intrinsic::log:
      return "log";
    case llvm::Intrinsic::log2:
      return "log2";
    case llvm::Intrinsic::log10:
      return "log10";
    case llvm::Intrinsic::pow:
      return "pow";
    default:
      return nullptr;
  }
}

void callMathLibrary(llvm::Function& function) {
  for (llvm::Instruction& inst : llvm::make_early_inc_range(llvm::instructions(function))) {
    auto* call = llvm::dyn_cast<llvm::IntrinsicInst>(&inst);
    const char* name = call == nullptr ? nullptr : libraryName(call->getIntrinsicID());
    if (name == nullptr) continue;
    const llvm::Type* type = call->getType();
    if (!(type->isFloatTy() || type->isDoubleTy() || type->isX86_FP80Ty())) continue;
    const std::string fullName = std::string(name) + (type->isFloatTy() ? "f" : type->isX86_FP80Ty() ? "l" : "");
    llvm::FunctionCallee callee = function.getParent()->getOrInsertFunction(fullName, call->getFunctionType());
    call->setCalledOperand(callee.getCallee());
  }
}

// PromoteMemToReg writes undef where a variable is read before it is written, and then simplifies phi(undef, 5) to 5: a program that
// returns garbage would be taken for one that returns 5. So each variable first gets a value that nothing can be known of.
class Promotion {
 public:
  explicit Promotion(llvm::Module& module) : module_(module) {}

  void run(llvm::Function& function) {
    std::vector<llvm::AllocaInst*> variables;
    for (llvm::Instruction& inst : llvm::instructions(function))
      if (auto* variable = llvm::dyn_cast<llvm::AllocaInst>(&inst); variable != nullptr && llvm::isAllocaPromotable(variable))
        variables.push_back(variable);
    if (variables.empty()) return;
    for (llvm::AllocaInst* variable : variables) markUndefined(*variable);
    llvm::DominatorTree dominators(function);
    llvm::PromoteMemToReg(variables, dominators);
  }

 private:
  llvm::Value* newMarker(llvm::Type* type, llvm::IRBuilder<>& builder) {
    llvm::Function*& marker = markers_[type];
    if (marker == nullptr)
      marker = llvm::Function::Create(llvm::FunctionType::get(type, false), llvm::GlobalValue::ExternalLinkage,
                                      kUndefinedPrefix + std::to_string(markers_.size()), module_);
    return builder.CreateCall(marker);
  }

  void markUndefined(llvm::AllocaInst& variable) {
    for (llvm::User* user : variable.users()) {
      auto* store = llvm::dyn_cast<llvm::StoreInst>(user);
      if (store == nullptr || !llvm::isa<llvm::UndefValue>(store->getValueOperand())) continue;
      llvm::IRBuilder<> builder(store);
      store->setOperand(0, newMarker(store->getValueOperand()->getType(), builder));
    }
    llvm::IRBuilder<> builder(variable.getNextNode());
    builder.SetCurrentDebugLocation(llvm::DebugLoc());
    builder.CreateStore(newMarker(variable.getAllocatedType(), builder), &variable);
  }

  llvm::Module& module_;
  llvm::DenseMap<llvm::Type*, llvm::Function*> markers_;
};

// LLVM's mergereturn also merges all `unreachable`s, and with them the places of the traps.
void mergeReturns(llvm::Function& function) {
  std::vector<llvm::ReturnInst*> returns;
  for (llvm::BasicBlock& block : function)
    if (auto* inst = llvm::dyn_cast<llvm::ReturnInst>(block.getTerminator())) returns.push_back(inst);
  if (returns.size() < 2) return;
  llvm::BasicBlock* merged = llvm::BasicBlock::Create(function.getContext(), "return.merged", &function);
  llvm::IRBuilder<> builder(merged);
  llvm::PHINode* value = nullptr;
  if (!function.getReturnType()->isVoidTy())
    value = builder.CreatePHI(function.getReturnType(), static_cast<unsigned>(returns.size()), "returned");
  for (llvm::ReturnInst* inst : returns) {
    if (value != nullptr) value->addIncoming(inst->getReturnValue(), inst->getParent());
    llvm::BranchInst* jump = llvm::BranchInst::Create(merged, inst->getIterator());
    jump->setDebugLoc(inst->getDebugLoc());
    inst->eraseFromParent();
  }
  if (value != nullptr)
    builder.CreateRet(value);
  else
    builder.CreateRetVoid();
}

// The part of loop-simplify that only splits edges. The pass itself also folds phis and branches on undef, merges exit conditions and
// hoists.
void canonicaliseLoops(llvm::Function& function) {
  llvm::DominatorTree dominators(function);
  llvm::LoopInfo loops(dominators);
  if (loops.empty()) return;
  for (llvm::Loop* loop : loops.getLoopsInPreorder()) {
    if (loop->getLoopPreheader() == nullptr) llvm::InsertPreheaderForLoop(loop, &dominators, &loops, nullptr, false);
    llvm::formDedicatedExitBlocks(loop, &dominators, &loops, nullptr, false);
    llvm::SmallVector<llvm::BasicBlock*, 8> latches;
    loop->getLoopLatches(latches);
    if (latches.size() > 1) llvm::SplitBlockPredecessors(loop->getHeader(), latches, ".backedge", &dominators, &loops);
  }
  for (llvm::Loop* loop : loops) llvm::formLCSSARecursively(*loop, dominators, &loops, nullptr);
}

// A block that only one other leads to, and that nothing else follows there, is a part of that one.
void joinBlocks(llvm::Function& function) {
  for (llvm::BasicBlock& block : llvm::make_early_inc_range(function)) llvm::MergeBlockIntoPredecessor(&block);
}

}  // namespace

bool isUndefinedMarker(const llvm::Value& value) {
  const auto* call = llvm::dyn_cast<llvm::CallInst>(&value);
  return call != nullptr && call->getCalledFunction() != nullptr && call->getCalledFunction()->getName().starts_with(kUndefinedPrefix);
}

std::string unsupportedBody(const llvm::Function& function) {
  if (const llvm::Attribute refused = function.getFnAttribute(kRefusedAttribute); refused.isValid())
    return refused.getValueAsString().empty() ? "exceptions without the models of the C++ runtime" : refused.getValueAsString().str();
  for (const llvm::BasicBlock& block : function) {
    if (block.hasAddressTaken() || llvm::isa<llvm::IndirectBrInst>(block.getTerminator())) return "computed goto";
    if (llvm::isa<llvm::CallBrInst>(block.getTerminator())) return "inline assembly with jumps";
    if (const llvm::Instruction* first = block.getFirstNonPHI(); first->isEHPad() && !llvm::isa<llvm::LandingPadInst>(first))
      return "exception handling of Windows";
  }
  return "";
}

void settleOpenMeanings(llvm::Function& function, const llvm::TargetLibraryInfo& library) {
  decideConstantIntrinsics(function, library);
  endBlocksAtTraps(function);
  // Not removeUnreachableBlocks: that one also turns a store to null into unreachable code.
  llvm::EliminateUnreachableBlocks(function);
  openZeroCounts(function);
  callMathLibrary(function);
  settleMinMax(function);
  markOpenNans(function);
}

void runPipeline(llvm::Module& module, llvm::function_ref<bool(const llvm::Function&)> namesVariables) {
  module.setIsNewDbgInfoFormat(true);
  Promotion promotion(module);
  const llvm::TargetLibraryInfoImpl libraryTable(llvm::Triple(module.getTargetTriple()));
  const llvm::TargetLibraryInfo library(libraryTable);
  std::vector<llvm::Function*> functions;  // the passes add declarations
  for (llvm::Function& function : module)
    if (!function.isDeclaration()) functions.push_back(&function);
  for (llvm::Function* function : functions) {
    const VariableRecords variables(*function, namesVariables(*function));
    if (!unsupportedBody(*function).empty()) continue;
    dropExceptionHandlers(*function);
    settleOpenMeanings(*function, library);
    variables.noteValues();
    promotion.run(*function);
    mergeReturns(*function);
    canonicaliseLoops(*function);
    joinBlocks(*function);
    directBranches(*function);
  }
}

}  // namespace cleave::passes
