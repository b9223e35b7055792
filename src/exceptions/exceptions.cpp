// Throwing is a call that returns with cleave_model_pending set. From there:
//     %r = invoke f() to %next unwind %pad      becomes      %r = call f();  if (pending) goto %pad;  goto %next
//     %r = call f()                             becomes      %r = call f();  if (pending) return 0
//     landingpad                                becomes      pending = 0, the exception, and a selector that is chosen by the thrown type
//     resume                                    becomes      pending = 1;  return 0
// for every f that may throw (throwing.h). What is returned beside the note is never looked at. A selector is the number of the handler's
// type (exception_types.h); since all thrown types of the module are known, so is which clause takes which.
#include "exceptions/exceptions.h"

#include <llvm/IR/IRBuilder.h>
#include <llvm/IR/InstIterator.h>
#include <llvm/IR/Instructions.h>
#include <llvm/IR/IntrinsicInst.h>
#include <llvm/Transforms/Utils/BasicBlockUtils.h>
#include <llvm/Transforms/Utils/Local.h>

#include <algorithm>
#include <vector>

#include "exceptions/exception_types.h"
#include "exceptions/throwing.h"
#include "passes/notes.h"
#include "passes/pipeline.h"

namespace cleave::exceptions {
namespace {

constexpr const char* kPending = "cleave_model_pending";
constexpr const char* kThrownType = "cleave_model_thrown_type";
constexpr uint32_t kSelectsAll = 1;

// What the models provide, by name.
class Runtime {
 public:
  explicit Runtime(llvm::Module& module) : module_(module), context_(module.getContext()) {}

  llvm::FunctionCallee land() { return get("cleave_model_land", pointer(), {}); }
  llvm::FunctionCallee adjust() { return get("cleave_model_adjust", nothing(), {pointer(), llvm::Type::getInt64Ty(context_)}); }
  llvm::FunctionCallee resume() { return get("cleave_model_resume", nothing(), {pointer()}); }
  llvm::FunctionCallee refuse() { return get("cleave_model_refuse", nothing(), {number()}); }
  llvm::FunctionCallee leavesMain() { return get("cleave_model_leaves_main", nothing(), {}); }
  llvm::FunctionCallee leavesEntry() { return get("cleave_model_leaves_entry", nothing(), {}); }
  llvm::FunctionCallee unfinished() { return get("cleave_vm_unfinished", nothing(), {pointer()}); }
  llvm::Constant* pending() { return module_.getOrInsertGlobal(kPending, number()); }
  llvm::Constant* thrownType() { return module_.getOrInsertGlobal(kThrownType, number()); }
  llvm::Type* number() { return llvm::Type::getInt32Ty(context_); }

  void declareAll() { land(), adjust(), resume(), refuse(), leavesMain(), leavesEntry(), pending(), thrownType(); }

 private:
  llvm::Type* pointer() { return llvm::PointerType::getUnqual(context_); }
  llvm::Type* nothing() { return llvm::Type::getVoidTy(context_); }
  llvm::FunctionCallee get(const char* name, llvm::Type* result, llvm::ArrayRef<llvm::Type*> parameters) {
    return module_.getOrInsertFunction(name, llvm::FunctionType::get(result, parameters, false));
  }

  llvm::Module& module_;
  llvm::LLVMContext& context_;
};

// One function.
class Unwinding {
 public:
  Unwinding(llvm::Function& function, const Throwing& throwing, const llvm::DenseSet<const llvm::Function*>& alwaysThrow,
            ThrownTypes& types)
      : function_(function),
        throwing_(throwing),
        alwaysThrow_(alwaysThrow),
        types_(types),
        runtime_(*function.getParent()),
        isConstructor_(isStaticConstructor(function)) {}

  void run() {
    std::vector<llvm::CallBase*> calls;
    std::vector<llvm::LandingPadInst*> pads;
    std::vector<llvm::ResumeInst*> resumes;
    for (llvm::Instruction& inst : llvm::instructions(function_)) {
      if (auto* call = llvm::dyn_cast<llvm::CallBase>(&inst)) calls.push_back(call);
      if (auto* pad = llvm::dyn_cast<llvm::LandingPadInst>(&inst)) pads.push_back(pad);
      if (auto* resume = llvm::dyn_cast<llvm::ResumeInst>(&inst)) resumes.push_back(resume);
    }
    for (llvm::CallBase* call : calls) lowerCall(*call);
    for (llvm::LandingPadInst* pad : pads) lowerPad(*pad);
    for (llvm::ResumeInst* resume : resumes) lowerResume(*resume);
    if (function_.hasPersonalityFn()) function_.setPersonalityFn(nullptr);
  }

 private:
  // --- calls

  void lowerCall(llvm::CallBase& call) {
    if (auto* intrinsic = llvm::dyn_cast<llvm::IntrinsicInst>(&call)) return lowerTypeId(*intrinsic);
    const bool throws = throwing_.mayThrow(call);
    if (throws) nameType(call);
    auto* invoke = llvm::dyn_cast<llvm::InvokeInst>(&call);
    if (!throws) {
      if (invoke != nullptr) llvm::changeToCall(invoke);
      return;
    }
    const auto* callee = llvm::dyn_cast<llvm::Function>(call.getCalledOperand()->stripPointerCastsAndAliases());
    const bool always = callee != nullptr && alwaysThrow_.contains(callee);
    if (invoke != nullptr) return lowerInvoke(*invoke, always);
    call.removeFnAttr(llvm::Attribute::NoReturn);
    // The rest of the block comes after the test.
    llvm::BasicBlock* block = call.getParent();
    llvm::BasicBlock* rest = block->splitBasicBlock(call.getNextNode(), "returned");
    block->getTerminator()->eraseFromParent();
    branch(*block, call, always, *leave(call), *rest);
  }

  void lowerInvoke(llvm::InvokeInst& invoke, bool always) {
    llvm::BasicBlock* block = invoke.getParent();
    llvm::BasicBlock* next = invoke.getNormalDest();
    llvm::BasicBlock* pad = invoke.getUnwindDest();
    llvm::CallInst* call = llvm::createCallMatchingInvoke(&invoke);
    call->removeFnAttr(llvm::Attribute::NoReturn);
    call->takeName(&invoke);
    call->insertBefore(&invoke);
    invoke.replaceAllUsesWith(call);
    invoke.eraseFromParent();
    if (always) next->removePredecessor(block, true);
    branch(*block, *call, always, *pad, *next);
  }

  // `always`: the call never comes back otherwise. Behind a plain one that leaves code that nobody reaches.
  void branch(llvm::BasicBlock& block, const llvm::Instruction& call, bool always, llvm::BasicBlock& thrown, llvm::BasicBlock& returned) {
    llvm::IRBuilder<> builder(&block);
    builder.SetCurrentDebugLocation(call.getDebugLoc());
    if (always) {
      builder.CreateBr(&thrown);
      return;
    }
    llvm::Value* pending = builder.CreateLoad(runtime_.number(), runtime_.pending(), "pending");
    builder.CreateCondBr(builder.CreateIsNotNull(pending, "throws"), &thrown, &returned);
  }

  // The thrown type as the models know it.
  void nameType(llvm::CallBase& call) {
    const auto* callee = llvm::dyn_cast<llvm::Function>(call.getCalledOperand()->stripPointerCastsAndAliases());
    if (callee == nullptr || callee->getName() != "__cxa_throw" || call.arg_size() != 3) return;
    if (llvm::GlobalVariable* type = typeInfoOf(*call.getArgOperand(1))) {
      call.setArgOperand(1, types_.descriptor(*type));
      return;
    }
    llvm::IRBuilder<> builder(&call);
    builder.CreateCall(runtime_.refuse(), {builder.getInt32(1)});
  }

  void lowerTypeId(llvm::IntrinsicInst& call) {
    if (call.getIntrinsicID() != llvm::Intrinsic::eh_typeid_for) return;
    const llvm::GlobalVariable* type = typeInfoOf(*call.getArgOperand(0));
    call.replaceAllUsesWith(llvm::ConstantInt::get(call.getType(), type == nullptr ? kSelectsAll : exceptionTypeId(*type)));
    call.eraseFromParent();
  }

  // --- leaving the function

  // Where to go when an exception is pending behind a call that has no landing pad.
  llvm::BasicBlock* leave(const llvm::CallBase& call) { return isRefused(call) ? refusal(call.getDebugLoc()) : leave(); }

  llvm::BasicBlock* leave() {
    if (leave_ != nullptr) return leave_;
    leave_ = llvm::BasicBlock::Create(function_.getContext(), "leave", &function_);
    llvm::IRBuilder<> builder(leave_);
    const llvm::Attribute harness = function_.getFnAttribute(passes::kHarnessAttribute);
    if (harness.isValid()) {
      builder.CreateCall(harness.getValueAsString() == "main" ? runtime_.leavesMain() : runtime_.leavesEntry());
      builder.CreateUnreachable();
    } else if ((function_.doesNotThrow() && function_.hasPersonalityFn()) || isConstructor_) {
      leave_->eraseFromParent();
      leave_ = refusal({});
    } else if (function_.getReturnType()->isVoidTy()) {
      builder.CreateRetVoid();
    } else {
      builder.CreateRet(llvm::Constant::getNullValue(function_.getReturnType()));
    }
    return leave_;
  }

  // C++ code that must not throw has a landing pad that ends the program; here, something throws that the compiler believed not to.
  llvm::BasicBlock* refusal(const llvm::DebugLoc& loc) {
    llvm::BasicBlock* block = llvm::BasicBlock::Create(function_.getContext(), "throws.nevertheless", &function_);
    llvm::IRBuilder<> builder(block);
    builder.SetCurrentDebugLocation(loc);
    const std::string why = isConstructor_ ? "unsupported: an exception leaves a static constructor"
                                           : "unsupported: an exception leaves code that is compiled not to throw";
    const char* name = isConstructor_ ? "cleave_text.constructor_throws" : "cleave_text.throws_nevertheless";
    llvm::GlobalVariable* text = function_.getParent()->getNamedGlobal(name);
    if (text == nullptr) {
      llvm::Constant* characters = llvm::ConstantDataArray::getString(function_.getContext(), why);
      text = new llvm::GlobalVariable(*function_.getParent(), characters->getType(), true, llvm::GlobalValue::ExternalLinkage, characters,
                                      name);
    }
    builder.CreateCall(runtime_.unfinished(), {text});
    builder.CreateUnreachable();
    return block;
  }

  void lowerResume(llvm::ResumeInst& resume) {
    llvm::IRBuilder<> builder(&resume);
    builder.CreateCall(runtime_.resume(), {builder.CreateExtractValue(resume.getValue(), 0)});
    builder.CreateBr(leave());
    resume.eraseFromParent();
  }

  // --- landing pads

  // What a landing pad makes of a thrown type.
  struct Selection {
    uint32_t selector = 0;
    int64_t offset = 0;
    bool refused = false;
    bool operator==(const Selection&) const = default;
  };

  // Of a type that no clause names; null: of a type that the module never throws.
  Selection select(const llvm::LandingPadInst& pad, const llvm::GlobalVariable* thrown) const {
    for (unsigned k = 0; k < pad.getNumClauses(); ++k) {
      if (pad.isFilter(k)) return {0, 0, true};
      llvm::GlobalVariable* handled = typeInfoOf(*pad.getClause(k));
      if (handled == nullptr) return {kSelectsAll, 0, !llvm::isa<llvm::ConstantPointerNull>(pad.getClause(k))};
      const Catch taken = thrown == nullptr ? Catch{} : catches(*handled, *thrown);
      if (taken.kind == Catch::Kind::Unknown) return {0, 0, true};
      if (taken.kind == Catch::Kind::Yes) return {exceptionTypeId(*handled), taken.offset, types_.ambiguous()};
    }
    return {};
  }

  void lowerPad(llvm::LandingPadInst& pad) {
    llvm::IRBuilder<> builder(&pad);
    llvm::Value* exception = builder.CreateCall(runtime_.land(), {}, "exception");
    llvm::Value* type = builder.CreateLoad(runtime_.number(), runtime_.thrownType(), "thrown");
    const Selection otherwise = select(pad, nullptr);
    llvm::Value* selector = builder.getInt32(otherwise.selector);
    llvm::Value* offset = builder.getInt64(otherwise.offset);
    llvm::Value* refused = builder.getInt32(otherwise.refused);
    for (const auto& [name, thrown] : types_.all()) {
      const Selection chosen = select(pad, thrown);
      if (chosen == otherwise) continue;
      llvm::Value* isIt = builder.CreateICmpEQ(type, builder.getInt32(exceptionTypeId(*thrown)));
      if (chosen.selector != otherwise.selector) selector = builder.CreateSelect(isIt, builder.getInt32(chosen.selector), selector);
      if (chosen.offset != otherwise.offset) offset = builder.CreateSelect(isIt, builder.getInt64(chosen.offset), offset);
      if (chosen.refused != otherwise.refused) refused = builder.CreateSelect(isIt, builder.getInt32(chosen.refused), refused);
    }
    if (!isZero(refused)) builder.CreateCall(runtime_.refuse(), {refused});
    if (!isZero(offset)) builder.CreateCall(runtime_.adjust(), {exception, offset});
    llvm::Value* both = builder.CreateInsertValue(llvm::PoisonValue::get(pad.getType()), exception, 0);
    both = builder.CreateInsertValue(both, builder.CreateZExtOrTrunc(selector, builder.getInt32Ty()), 1);
    if (!pad.isCleanup() && otherwise.selector == 0) passBy(pad, *selector, builder);
    pad.replaceAllUsesWith(both);
    pad.eraseFromParent();
  }

  static bool isZero(const llvm::Value* value) {
    const auto* constant = llvm::dyn_cast<llvm::ConstantInt>(value);
    return constant != nullptr && constant->isZero();
  }

  // Only handlers, and none of them for this exception: the landing pad is not entered at all.
  void passBy(llvm::LandingPadInst& pad, llvm::Value& selector, llvm::IRBuilder<>& builder) {
    llvm::Value* none = builder.CreateIsNull(&selector, "no.handler");
    llvm::BasicBlock* block = pad.getParent();
    llvm::BasicBlock* rest = block->splitBasicBlock(pad.getIterator(), "handler");
    block->getTerminator()->eraseFromParent();
    llvm::BasicBlock* past = llvm::BasicBlock::Create(function_.getContext(), "pass", &function_);
    builder.SetInsertPoint(block);
    builder.SetCurrentDebugLocation(pad.getDebugLoc());
    builder.CreateCondBr(none, past, rest);
    builder.SetInsertPoint(past);
    builder.CreateStore(builder.getInt32(1), runtime_.pending());
    builder.CreateBr(leave());
  }

  llvm::Function& function_;
  const Throwing& throwing_;
  const llvm::DenseSet<const llvm::Function*>& alwaysThrow_;
  ThrownTypes& types_;
  Runtime runtime_;
  bool isConstructor_;
  llvm::BasicBlock* leave_ = nullptr;
};

void collectThrown(llvm::Module& module, ThrownTypes& types) {
  const llvm::Function* thrower = module.getFunction("__cxa_throw");
  if (thrower == nullptr) return;
  for (const llvm::User* user : thrower->users()) {
    const auto* call = llvm::dyn_cast<llvm::CallBase>(user);
    if (call == nullptr || call->getCalledOperand() != thrower || call->arg_size() != 3) continue;
    if (llvm::GlobalVariable* type = typeInfoOf(*call->getArgOperand(1))) types.add(*type);
  }
}

// Which of the thrown types such a handler takes can be told only where all of them are seen.
void refuseTypedHandlers(llvm::Module& module) {
  const auto isTyped = [](const llvm::Instruction& inst) {
    const auto* pad = llvm::dyn_cast<llvm::LandingPadInst>(&inst);
    return pad != nullptr && pad->getNumClauses() > 0;
  };
  for (llvm::Function& function : module) {
    const auto all = llvm::instructions(function);
    if (std::any_of(all.begin(), all.end(), isTyped)) function.addFnAttr(passes::kRefusedAttribute);
  }
}

}  // namespace

void refuseHandlers(llvm::Module& module) {
  for (llvm::Function& function : module)
    if (function.hasPersonalityFn()) function.addFnAttr(passes::kRefusedAttribute);
}

bool wantExceptionModels(llvm::Module& module) {
  bool wanted = false, hasHandlers = false, unseen = false;
  for (const llvm::Function& function : module) {
    if (isThrow(function) && !function.isDeclaration()) return refuseHandlers(module), false;
    hasHandlers = hasHandlers || function.hasPersonalityFn();
    unseen = unseen || mayThrowUnseen(function);
    const llvm::StringRef name = function.getName();
    const bool throws = name.starts_with("_ZSt") && name.contains("__throw_");  // of the models
    wanted = wanted || (function.isDeclaration() && (isThrow(function) || throws));
  }
  wanted = wanted || (hasHandlers && unseen);
  if (wanted) Runtime(module).declareAll();
  return wanted;
}

void makeExceptionsPlain(llvm::Module& module, const PointerTargets& targets) {
  if (targets.anyOther) refuseTypedHandlers(module);
  const Throwing throwing(module, targets);
  ThrownTypes types(module);
  collectThrown(module, types);
  llvm::DenseSet<const llvm::Function*> alwaysThrow;
  std::vector<llvm::Function*> functions;
  for (llvm::Function& function : module) {
    if (throwing.mayThrow(function)) {
      if (function.doesNotReturn() || isThrow(function)) alwaysThrow.insert(&function);
      function.addFnAttr(passes::kThrowsAttribute);
    }
    if (!function.isDeclaration()) functions.push_back(&function);
  }
  for (llvm::Function* function : functions)
    if (passes::unsupportedBody(*function).empty()) Unwinding(*function, throwing, alwaysThrow, types).run();
  for (llvm::Function* function : functions)
    if (throwing.mayThrow(*function)) function->removeFnAttr(llvm::Attribute::NoReturn);
}

}  // namespace cleave::exceptions
