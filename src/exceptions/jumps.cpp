// With `jump` for cleave_model_jump, null or the variable that a jump goes to:
//     r = setjmp(b)      becomes      result = 0;  note_jump(b, &target)   here:  r = result
//     f()                becomes      f();  if (jump) goto unwind
//     unwind:            if (jump == &target) { result = target; jump = null; goto here }   return
// for each setjmp of the function in turn, and without any where the function has none.
//
// Code that is jumped to may come from any call of the function, so that no value but those of variables reaches it: values that are used
// in another block become variables. C says of a variable that is not volatile, and was written between setjmp and the jump, that its value
// is indeterminate. Here that is so for those whose address is not taken (compilers keep only these in registers): beside each is a flag
// for each setjmp.
#include "exceptions/jumps.h"

#include <llvm/ADT/StringSwitch.h>
#include <llvm/IR/IRBuilder.h>
#include <llvm/IR/InstIterator.h>
#include <llvm/IR/Instructions.h>
#include <llvm/Transforms/Utils/Local.h>
#include <llvm/Transforms/Utils/PromoteMemToReg.h>

#include <algorithm>
#include <vector>

#include "passes/notes.h"
#include "passes/pipeline.h"

namespace cleave::exceptions {
namespace {

constexpr const char* kJump = "cleave_model_jump";
constexpr const char* kNote = "cleave_model_note_jump";
constexpr const char* kJumpTo = "cleave_model_jump_to";

bool isSet(const llvm::Function& function) {
  return function.isDeclaration() &&
         llvm::StringSwitch<bool>(function.getName()).Cases("setjmp", "_setjmp", "sigsetjmp", "__sigsetjmp", true).Default(false);
}

bool isJump(const llvm::Function& function) {
  return function.isDeclaration() &&
         llvm::StringSwitch<bool>(function.getName()).Cases("longjmp", "_longjmp", "siglongjmp", "__longjmp_chk", true).Default(false);
}

// Which functions a jump may leave.
class Jumping {
 public:
  Jumping(llvm::Module& module, const PointerTargets& targets) : targets_(targets) {
    for (const llvm::Function& function : module)
      if (isJump(function) || function.getName() == kJumpTo) add(function);
    for (bool grew = true; grew;) {
      grew = false;
      for (const llvm::Function& function : module)
        if (!functions_.contains(&function) && calls(function)) grew = add(function) || grew;
    }
  }

  bool mayJump(const llvm::Function& function) const { return functions_.contains(&function); }
  bool mayJump(const llvm::CallBase& call) const {
    if (call.isInlineAsm() || llvm::isa<llvm::IntrinsicInst>(call)) return false;
    if (const llvm::Function* callee = calleeOf(call)) return mayJump(*callee);
    return std::any_of(byAddress_.begin(), byAddress_.end(),
                       [&](const llvm::Function* each) { return mayBeCalledAs(*call.getFunctionType(), *each->getFunctionType()); });
  }

 private:
  bool add(const llvm::Function& function) {
    if (!functions_.insert(&function).second) return false;
    if (function.hasAddressTaken() || targets_.handedIn.contains(function.getName().str())) byAddress_.push_back(&function);
    return true;
  }

  bool calls(const llvm::Function& function) const {
    for (const llvm::Instruction& inst : llvm::instructions(function))
      if (const auto* call = llvm::dyn_cast<llvm::CallBase>(&inst); call != nullptr && mayJump(*call)) return true;
    return false;
  }

  const PointerTargets& targets_;
  llvm::DenseSet<const llvm::Function*> functions_;
  std::vector<const llvm::Function*> byAddress_;
};

// One setjmp.
struct Place {
  llvm::CallInst* call = nullptr;
  llvm::AllocaInst* target = nullptr;  // what longjmp writes; its address tells this place of this call of the function from all others
  llvm::AllocaInst* result = nullptr;
  llvm::BasicBlock* here = nullptr;
  std::vector<llvm::AllocaInst*> written;  // a flag for each variable
};

class JumpLowering {
 public:
  JumpLowering(llvm::Function& function, const Jumping& jumping)
      : function_(function), jumping_(jumping), module_(*function.getParent()), context_(module_.getContext()) {}

  void run() {
    std::vector<llvm::CallInst*> calls;
    for (llvm::Instruction& inst : llvm::instructions(function_)) {
      auto* call = llvm::dyn_cast<llvm::CallBase>(&inst);
      if (call == nullptr) continue;
      const llvm::Function* callee = calleeOf(*call);
      const bool sets = callee != nullptr && isSet(*callee);
      if (!sets && !jumping_.mayJump(*call)) continue;
      auto* plain = llvm::dyn_cast<llvm::CallInst>(call);
      if (plain == nullptr) return refuse();
      if (sets)
        places_.push_back({.call = plain, .written = {}});
      else
        calls.push_back(plain);
    }
    if (places_.empty() && calls.empty()) return;
    const llvm::DebugLoc loc = (places_.empty() ? calls : std::vector{places_[0].call})[0]->getDebugLoc();
    for (llvm::Instruction& inst : llvm::instructions(function_))
      if (auto* variable = llvm::dyn_cast<llvm::AllocaInst>(&inst);
          !places_.empty() && variable != nullptr && llvm::isAllocaPromotable(variable))
        variables_.push_back(variable);
    for (Place& place : places_) set(place);
    noteWrites();
    for (llvm::CallInst* call : calls) call->getParent()->splitBasicBlock(call->getNextNode(), "returned");
    if (!places_.empty()) demoteValues();
    llvm::BasicBlock* unwind = makeUnwind(loc);
    for (llvm::CallInst* call : calls) look(*call, *unwind);
  }

 private:
  void refuse() { function_.addFnAttr(passes::kRefusedAttribute, "longjmp past frames of C++"); }

  // --- setjmp

  void set(Place& place) {
    llvm::CallInst& call = *place.call;
    llvm::IRBuilder<> builder(&*function_.getEntryBlock().getFirstInsertionPt());
    builder.SetCurrentDebugLocation(llvm::DebugLoc());
    place.target = builder.CreateAlloca(builder.getInt32Ty(), nullptr, "jump.target");
    place.result = builder.CreateAlloca(builder.getInt32Ty(), nullptr, "jump.result");
    for (size_t k = 0; k < variables_.size(); ++k) place.written.push_back(builder.CreateAlloca(builder.getInt8Ty(), nullptr, "written"));
    builder.SetInsertPoint(&call);
    for (llvm::AllocaInst* flag : place.written) builder.CreateStore(builder.getInt8(0), flag);
    builder.CreateStore(builder.getInt32(0), place.result);
    builder.CreateCall(get(kNote, builder.getVoidTy(), {pointer(), pointer()}), {call.getArgOperand(0), place.target});
    place.here = call.getParent()->splitBasicBlock(call.getIterator(), "set.jump");
    builder.SetInsertPoint(&call);
    llvm::Value* result = builder.CreateLoad(builder.getInt32Ty(), place.result, "set.jump");
    call.replaceAllUsesWith(result);
    call.eraseFromParent();
  }

  void noteWrites() {
    for (size_t k = 0; k < variables_.size(); ++k)
      for (llvm::User* user : llvm::make_early_inc_range(variables_[k]->users())) {
        auto* store = llvm::dyn_cast<llvm::StoreInst>(user);
        if (store == nullptr) continue;
        llvm::IRBuilder<> builder(store->getNextNode());
        builder.SetCurrentDebugLocation(store->getDebugLoc());
        for (const Place& place : places_) builder.CreateStore(builder.getInt8(1), place.written[k]);
      }
  }

  void demoteValues() {
    std::vector<llvm::Instruction*> values;
    for (llvm::Instruction& inst : llvm::instructions(function_)) {
      const bool isVariable = llvm::isa<llvm::AllocaInst>(inst) && inst.getParent() == &function_.getEntryBlock();
      const bool leaves = std::any_of(inst.user_begin(), inst.user_end(), [&](const llvm::User* user) {
        const auto* at = llvm::cast<llvm::Instruction>(user);
        return at->getParent() != inst.getParent() || llvm::isa<llvm::PHINode>(at);
      });
      if (!isVariable && leaves) values.push_back(&inst);
    }
    for (llvm::Instruction* value : values) llvm::DemoteRegToStack(*value);
  }

  // --- jumps

  llvm::BasicBlock* makeUnwind(const llvm::DebugLoc& loc) {
    llvm::BasicBlock* unwind = newBlock("unwind");
    llvm::IRBuilder<> builder(unwind);
    builder.SetCurrentDebugLocation(loc);
    for (Place& place : places_) {
      llvm::Value* to = builder.CreateLoad(pointer(), jump());
      llvm::BasicBlock* resume = newBlock("resume");
      llvm::BasicBlock* otherwise = newBlock("unwind");
      builder.CreateCondBr(builder.CreateICmpEQ(to, place.target, "jumps.here"), resume, otherwise);
      builder.SetInsertPoint(resume);
      arrive(place, builder);
      builder.SetInsertPoint(otherwise);
    }
    if (function_.getReturnType()->isVoidTy())
      builder.CreateRetVoid();
    else
      builder.CreateRet(llvm::Constant::getNullValue(function_.getReturnType()));
    return unwind;
  }

  void arrive(Place& place, llvm::IRBuilder<>& builder) {
    builder.CreateStore(llvm::ConstantPointerNull::get(pointer()), jump());
    builder.CreateStore(builder.CreateLoad(builder.getInt32Ty(), place.target), place.result);
    for (size_t k = 0; k < variables_.size(); ++k) {
      llvm::Type* type = variables_[k]->getAllocatedType();
      llvm::Value* isWritten = builder.CreateIsNotNull(builder.CreateLoad(builder.getInt8Ty(), place.written[k]), "written");
      llvm::BasicBlock* forget = newBlock("forget");
      llvm::BasicBlock* rest = newBlock("resume");
      builder.CreateCondBr(isWritten, forget, rest);
      builder.SetInsertPoint(forget);
      builder.CreateStore(llvm::UndefValue::get(type), variables_[k]);
      builder.CreateBr(rest);
      builder.SetInsertPoint(rest);
    }
    builder.CreateBr(place.here);
  }

  void look(llvm::CallInst& call, llvm::BasicBlock& unwind) {
    const llvm::Function* callee = calleeOf(call);
    if (callee != nullptr && isJump(*callee))
      call.setCalledFunction(get(kJumpTo, llvm::Type::getVoidTy(context_), {pointer(), llvm::Type::getInt32Ty(context_)}));
    call.removeFnAttr(llvm::Attribute::NoReturn);
    llvm::BasicBlock* block = call.getParent();
    llvm::BasicBlock* returned = block->getTerminator()->getSuccessor(0);
    block->getTerminator()->eraseFromParent();
    llvm::IRBuilder<> builder(block);
    builder.SetCurrentDebugLocation(call.getDebugLoc());
    builder.CreateCondBr(builder.CreateIsNotNull(builder.CreateLoad(pointer(), jump()), "jumps"), &unwind, returned);
  }

  llvm::BasicBlock* newBlock(const char* name) { return llvm::BasicBlock::Create(context_, name, &function_); }
  llvm::PointerType* pointer() { return llvm::PointerType::getUnqual(context_); }
  llvm::Constant* jump() { return module_.getOrInsertGlobal(kJump, pointer()); }
  llvm::FunctionCallee get(const char* name, llvm::Type* result, llvm::ArrayRef<llvm::Type*> parameters) {
    return module_.getOrInsertFunction(name, llvm::FunctionType::get(result, parameters, false));
  }

  llvm::Function& function_;
  const Jumping& jumping_;
  llvm::Module& module_;
  llvm::LLVMContext& context_;
  std::vector<Place> places_;
  std::vector<llvm::AllocaInst*> variables_;
};

bool jumps(const llvm::Module& module) {
  return std::any_of(module.begin(), module.end(), [](const llvm::Function& function) { return isSet(function) || isJump(function); });
}

}  // namespace

bool wantJumpModels(llvm::Module& module) {
  if (!jumps(module)) return false;
  llvm::Type* pointer = llvm::PointerType::getUnqual(module.getContext());
  llvm::Type* nothing = llvm::Type::getVoidTy(module.getContext());
  module.getOrInsertFunction(kNote, llvm::FunctionType::get(nothing, {pointer, pointer}, false));
  module.getOrInsertFunction(kJumpTo, llvm::FunctionType::get(nothing, {pointer, llvm::Type::getInt32Ty(module.getContext())}, false));
  module.getOrInsertGlobal(kJump, pointer);
  return true;
}

void makeJumpsPlain(llvm::Module& module, const PointerTargets& targets) {
  const Jumping jumping(module, targets);
  std::vector<llvm::Function*> functions;
  for (llvm::Function& function : module)
    if (!function.isDeclaration() && function.getName() != kJumpTo && function.getName() != kNote) functions.push_back(&function);
  for (llvm::Function* function : functions) {
    if (!passes::unsupportedBody(*function).empty()) continue;
    JumpLowering(*function, jumping).run();
  }
  for (llvm::Function* function : functions)
    if (jumping.mayJump(*function)) function->removeFnAttr(llvm::Attribute::NoReturn);
}

}  // namespace cleave::exceptions
