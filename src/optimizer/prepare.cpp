#include "optimizer/prepare.h"

#include <fmt/format.h>
#include <llvm/ADT/StringSwitch.h>
#include <llvm/Analysis/Utils/Local.h>
#include <llvm/Analysis/ValueTracking.h>
#include <llvm/IR/DebugInfo.h>
#include <llvm/IR/Dominators.h>
#include <llvm/IR/IRBuilder.h>
#include <llvm/IR/InlineAsm.h>
#include <llvm/IR/InstIterator.h>
#include <llvm/IR/IntrinsicInst.h>
#include <llvm/IR/Operator.h>
#include <llvm/Transforms/Utils/BasicBlockUtils.h>
#include <llvm/Transforms/Utils/PromoteMemToReg.h>

#include "optimizer/drop_unreachable.h"
#include "passes/pipeline.h"
#include "program/facts.h"

namespace cleave::optimizer {
namespace {

namespace Id = llvm::Intrinsic;
using llvm::Attribute;

constexpr const char* kMadeUpPrefix = "cleave.";
constexpr const char* kTrapPrefix = "cleave.trap.";
constexpr const char* kMarkerPrefix = "cleave.uninitialised.";

// --- attributes

llvm::AttributeSet passingOnly(llvm::LLVMContext& context, llvm::AttributeSet attributes) {
  llvm::AttrBuilder kept(context);
  for (const Attribute& attribute : attributes)
    if (!attribute.isStringAttribute() && saysHowToPass(attribute.getKindAsEnum())) kept.addAttribute(attribute);
  // Where a copy stands is part of passing it.
  if (attributes.hasAttribute(Attribute::ByVal) && attributes.hasAttribute(Attribute::Alignment))
    kept.addAttribute(attributes.getAttribute(Attribute::Alignment));
  return llvm::AttributeSet::get(context, kept);
}

// `external`: of a function without a body. What its declaration says of its ends is all there is to know.
llvm::AttributeList withoutHints(llvm::LLVMContext& context, const llvm::AttributeList& attributes, unsigned parameters, bool external) {
  llvm::AttrBuilder function(context);
  if (external)
    for (const Attribute::AttrKind kind : {Attribute::NoReturn, Attribute::NoUnwind})
      if (attributes.hasFnAttr(kind)) function.addAttribute(kind);
  llvm::SmallVector<llvm::AttributeSet, 8> ofParameters;
  for (unsigned i = 0; i < parameters; ++i) ofParameters.push_back(passingOnly(context, attributes.getParamAttrs(i)));
  return llvm::AttributeList::get(context, llvm::AttributeSet::get(context, function), passingOnly(context, attributes.getRetAttrs()),
                                  ofParameters);
}

void stripFunction(llvm::Function& function) {
  if (function.isIntrinsic()) return;
  function.setAttributes(
      withoutHints(function.getContext(), function.getAttributes(), static_cast<unsigned>(function.arg_size()), function.isDeclaration()));
}

void stripCall(llvm::CallBase& call) {
  const auto* callee = llvm::dyn_cast<llvm::Function>(call.getCalledOperand()->stripPointerCasts());
  const bool external = callee != nullptr && callee->isDeclaration();
  call.setAttributes(withoutHints(call.getContext(), call.getAttributes(), call.arg_size(), external));
  // A function of the library is what the library makes of it, also where LLVM believes to know it.
  if (callee == nullptr || !callee->isIntrinsic()) call.addFnAttr(Attribute::NoBuiltin);
}

// --- the module's symbols

void settleLinkage(llvm::Module& module, const std::set<std::string>& entries) {
  for (const char* name : {"llvm.used", "llvm.compiler.used", "llvm.global.annotations"})
    if (llvm::GlobalVariable* list = module.getNamedGlobal(name)) list->eraseFromParent();
  for (llvm::GlobalObject& object : module.global_objects()) {
    object.setComdat(nullptr);
    object.setVisibility(llvm::GlobalValue::DefaultVisibility);
    object.setDLLStorageClass(llvm::GlobalValue::DefaultStorageClass);
    object.setSection("");
    object.clearMetadata();
  }
  for (llvm::Function& function : module)
    if (!function.isDeclaration())
      function.setLinkage(entries.contains(function.getName().str()) ? llvm::GlobalValue::ExternalLinkage
                                                                     : llvm::GlobalValue::InternalLinkage);
  for (llvm::GlobalVariable& variable : module.globals()) {
    if (variable.isDeclaration() || variable.hasAppendingLinkage()) continue;
    // Visible to others, so that no store is in vain, but not kept when nothing mentions it.
    if (!variable.isConstant() || !variable.hasLocalLinkage()) variable.setLinkage(llvm::GlobalValue::LinkOnceODRLinkage);
  }
  for (llvm::GlobalAlias& alias : module.aliases()) alias.setLinkage(llvm::GlobalValue::InternalLinkage);
}

bool hasUndefined(const llvm::Constant& constant) {
  if (llvm::isa<llvm::UndefValue>(constant)) return true;
  if (llvm::isa<llvm::GlobalValue>(constant)) return false;
  for (const llvm::Use& operand : constant.operands())
    if (const auto* part = llvm::dyn_cast<llvm::Constant>(operand); part != nullptr && hasUndefined(*part)) return true;
  return false;
}

void addMentioned(const llvm::Value& value, std::set<std::string>& mentioned) {
  if (const auto* global = llvm::dyn_cast<llvm::GlobalValue>(&value)) {
    mentioned.insert(global->getName().str());
    return;
  }
  const auto* constant = llvm::dyn_cast<llvm::Constant>(&value);
  if (constant == nullptr || llvm::isa<llvm::ConstantData>(constant)) return;
  for (const llvm::Use& operand : constant->operands()) addMentioned(*operand, mentioned);
}

// After these, code runs twice, or beside other code that may change its memory at any time.
bool leavesTheRules(llvm::StringRef name) {
  return llvm::StringSwitch<bool>(name)
      .Cases("setjmp", "_setjmp", "sigsetjmp", "__sigsetjmp", "vfork", "fork", true)
      .Cases("getcontext", "setcontext", "makecontext", "swapcontext", true)
      .Cases("pthread_create", "thrd_create", "signal", "sigaction", true)
      .Default(false);
}

bool looksAtSign(llvm::StringRef name) {
  return llvm::StringSwitch<bool>(name).Cases("__signbit", "__signbitf", "__signbitl", "copysign", "copysignf", "copysignl", true).Default(false);
}

bool hasFloats(const llvm::IntrinsicInst& call) {
  const auto isFloat = [](const llvm::Type* type) { return type->isFPOrFPVectorTy(); };
  return isFloat(call.getType()) || llvm::any_of(call.args(), [&](const llvm::Use& argument) { return isFloat(argument->getType()); });
}

// Intrinsics on floats that have one result, NaN or not, and that LLVM folds to that one. Of others (minnum, sin, ldexp, ...) the optimiser
// knows more than the processor and the library keep.
bool isExactOnFloats(unsigned id) {
  switch (id) {  // thousands of enumerators
    case Id::fabs:
    case Id::copysign:
    case Id::sqrt:
    case Id::fma:
    case Id::floor:
    case Id::ceil:
    case Id::trunc:
    case Id::rint:
    case Id::nearbyint:
    case Id::round:
    case Id::roundeven:
    case Id::minimum:
    case Id::maximum:
    case Id::is_fpclass:
    case Id::vector_reduce_fadd:
    case Id::vector_reduce_fmul:
      return true;
    default:
      return false;
  }
}

// --- one function

class FunctionPreparation {
 public:
  // `markers`: how many the module has already.
  FunctionPreparation(llvm::Function& function, const llvm::TargetLibraryInfo& library, uint64_t& markers)
      : function_(function), module_(*function.getParent()), layout_(module_.getDataLayout()), library_(library), markers_(markers) {}

  Facts run() {
    facts_.refused = passes::unsupportedBody(function_);
    if (function_.hasFnAttribute(Attribute::Naked)) facts_.refused = "inline assembly";
    stripFunction(function_);
    if (!facts_.refused.empty()) return facts_;
    passes::settleOpenMeanings(function_, library_);
    for (llvm::Instruction& inst : llvm::make_early_inc_range(llvm::instructions(function_))) settle(inst);
    if (!facts_.refused.empty()) return facts_;
    replaceUndefined();
    startVariables();
    guardAll();
    return facts_;
  }

 private:
  // --- flags, hints and single operations

  void refuse(const std::string& why) {
    if (facts_.refused.empty()) facts_.refused = why;
  }

  void settle(llvm::Instruction& inst) {
    inst.dropUnknownNonDebugMetadata();
    inst.dropPoisonGeneratingFlags();
    if (llvm::isa<llvm::FPMathOperator>(inst)) inst.copyFastMathFlags(llvm::FastMathFlags());  // setFastMathFlags only adds
    if (inst.getType()->isFPOrFPVectorTy()) facts_.floats = true;
    if (inst.getType()->getScalarType()->isX86_FP80Ty()) facts_.longDoubles = true;
    if (auto* load = llvm::dyn_cast<llvm::LoadInst>(&inst); load != nullptr && !load->isAtomic()) load->setAlignment(llvm::Align(1));
    if (auto* store = llvm::dyn_cast<llvm::StoreInst>(&inst); store != nullptr && !store->isAtomic()) store->setAlignment(llvm::Align(1));
    if (auto* call = llvm::dyn_cast<llvm::CallBase>(&inst)) {
      judgeCall(*call);
      stripCall(*call);
    }
    if (auto* intrinsic = llvm::dyn_cast<llvm::IntrinsicInst>(&inst)) return settleIntrinsic(*intrinsic);
    if (auto* step = llvm::dyn_cast<llvm::GetElementPtrInst>(&inst)) return countInBytes(*step);
    if (inst.isShift()) return maskShift(llvm::cast<llvm::BinaryOperator>(inst));
    if (llvm::isa<llvm::FPToSIInst, llvm::FPToUIInst>(inst)) return hideConversion(llvm::cast<llvm::CastInst>(inst));
    if (inst.getOpcode() == llvm::Instruction::Unreachable) return trapBefore(&inst, "unreachable");
    if (const auto* element = llvm::dyn_cast<llvm::ExtractElementInst>(&inst);
        element != nullptr && !llvm::isa<llvm::Constant>(element->getIndexOperand()))
      refuse("a vector with a variable index");
    if (llvm::isa<llvm::InsertElementInst>(inst) && !llvm::isa<llvm::Constant>(inst.getOperand(2)))
      refuse("a vector with a variable index");
  }

  void judgeCall(const llvm::CallBase& call) {
    if (call.hasFnAttr(Attribute::ReturnsTwice)) refuse("a function that returns twice");
    if (call.isInlineAsm()) {
      const auto& assembly = *llvm::cast<llvm::InlineAsm>(call.getCalledOperand());
      if (!llvm::StringRef(assembly.getAsmString()).trim().empty()) refuse("inline assembly");
    }
    const auto* callee = llvm::dyn_cast<llvm::Function>(call.getCalledOperand()->stripPointerCastsAndAliases());
    if (callee == nullptr) return;
    if (callee->isDeclaration() && leavesTheRules(callee->getName())) refuse("a call of " + callee->getName().str());
    if (callee->getFunctionType() != call.getFunctionType() || callee->getCallingConv() != call.getCallingConv())
      refuse("a call of " + callee->getName().str() + " with another type than it has");
  }

  void settleIntrinsic(llvm::IntrinsicInst& call) {
    switch (static_cast<unsigned>(call.getIntrinsicID())) {  // thousands of enumerators
      case Id::assume:
      case Id::lifetime_start:
      case Id::lifetime_end:
      case Id::invariant_end:
      case Id::experimental_noalias_scope_decl:
      case Id::var_annotation:
      case Id::prefetch:
      case Id::donothing:
      case Id::sideeffect:
      case Id::pseudoprobe:
      case Id::stackrestore:  // variables live until the function returns
        call.eraseFromParent();
        return;
      case Id::stacksave:
      case Id::invariant_start:
        call.replaceAllUsesWith(llvm::Constant::getNullValue(call.getType()));
        call.eraseFromParent();
        return;
      case Id::trap:
      case Id::debugtrap:
      case Id::ubsantrap:  // the unreachable that follows says it
        call.eraseFromParent();
        return;
      case Id::ctlz:
      case Id::cttz:  // zero has been dealt with
      case Id::abs:
        if (call.getType()->isVectorTy()) return refuse("an operation on vectors");
        call.setArgOperand(1, llvm::ConstantInt::getFalse(call.getContext()));
        return;
      case Id::fmuladd: {
        llvm::IRBuilder<> builder(&call);
        llvm::Value* product = builder.CreateFMul(call.getArgOperand(0), call.getArgOperand(1));
        call.replaceAllUsesWith(builder.CreateFAdd(product, call.getArgOperand(2)));
        call.eraseFromParent();
        return;
      }
      case Id::memcpy: {  // overlapping, it copies like memmove
        llvm::IRBuilder<> builder(&call);
        const auto& copy = llvm::cast<llvm::MemCpyInst>(call);
        builder.CreateMemMove(copy.getRawDest(), llvm::MaybeAlign(), copy.getRawSource(), llvm::MaybeAlign(), copy.getLength(),
                              copy.isVolatile());
        call.eraseFromParent();
        return;
      }
      case Id::lrint:
      case Id::llrint:
      case Id::lround:
      case Id::llround:
      case Id::sshl_sat:
      case Id::ushl_sat:
      case Id::memcpy_inline:
      case Id::memset_inline:
      case Id::masked_load:
      case Id::masked_store:
      case Id::masked_gather:
      case Id::masked_scatter:
        return refuse("the intrinsic " + call.getCalledFunction()->getName().str());
      default:
        if (hasFloats(call) && !isExactOnFloats(call.getIntrinsicID()))
          refuse("the intrinsic " + call.getCalledFunction()->getName().str());
        return;
    }
  }

  // a[i] and *(p + i) are the same step, whatever is known of the types on the way.
  void countInBytes(llvm::GetElementPtrInst& step) {
    if (step.getType()->isVectorTy()) return refuse("vectors of pointers");
    llvm::IRBuilder<> builder(&step);
    llvm::Value* offset = llvm::emitGEPOffset(&builder, layout_, &step, /*NoAssumptions=*/true);
    step.replaceAllUsesWith(builder.CreatePtrAdd(step.getPointerOperand(), offset));
    step.eraseFromParent();
  }

  void maskShift(llvm::BinaryOperator& shift) {
    llvm::IRBuilder<> builder(&shift);
    llvm::Value* count = shift.getOperand(1);
    const unsigned width = shift.getType()->getScalarSizeInBits();
    const bool isPower = (width & (width - 1)) == 0;
    llvm::Constant* limit = llvm::ConstantInt::get(shift.getType(), isPower ? width - 1 : width);
    shift.setOperand(1, isPower ? builder.CreateAnd(count, limit) : builder.CreateURem(count, limit));
  }

  // What does not fit is whatever the processor makes of it: the same for the same number.
  void hideConversion(llvm::CastInst& cast) {
    if (cast.getType()->isVectorTy()) return refuse("a conversion of vectors");
    llvm::IRBuilder<> builder(&cast);
    const std::string name = fmt::format("{}{}.{}.{}", kMadeUpPrefix, cast.getOpcodeName(), static_cast<int>(cast.getSrcTy()->getTypeID()),
                                         cast.getType()->getIntegerBitWidth());
    llvm::Value* result = callPure(builder, name, cast.getType(), {cast.getOperand(0)});
    cast.replaceAllUsesWith(result);
    cast.eraseFromParent();
  }

  llvm::Value* callPure(llvm::IRBuilder<>& builder, const std::string& name, llvm::Type* type, llvm::ArrayRef<llvm::Value*> arguments) {
    llvm::SmallVector<llvm::Type*, 2> types;
    for (llvm::Value* argument : arguments) types.push_back(argument->getType());
    llvm::FunctionCallee callee = module_.getOrInsertFunction(name, llvm::FunctionType::get(type, types, false));
    auto& function = *llvm::cast<llvm::Function>(callee.getCallee());
    function.setDoesNotAccessMemory();
    function.setDoesNotThrow();
    function.setWillReturn();
    return builder.CreateCall(callee, arguments);
  }

  // --- traps

  void trapBefore(llvm::Instruction* inst, const std::string& kind) {
    llvm::IRBuilder<> builder(inst);
    llvm::FunctionCallee callee = module_.getOrInsertFunction(kTrapPrefix + kind, llvm::FunctionType::get(builder.getVoidTy(), false));
    auto& function = *llvm::cast<llvm::Function>(callee.getCallee());
    function.setDoesNotReturn();
    function.setDoesNotThrow();
    // Of a run that ended in a trap only its text is seen, not its memory.
    function.setOnlyAccessesInaccessibleMemory();
    builder.CreateCall(callee)->setDebugLoc(llvm::DebugLoc());
  }

  void trapIf(llvm::Value* bad, llvm::Instruction* before, const std::string& kind) {
    if (const auto* known = llvm::dyn_cast<llvm::ConstantInt>(bad); known != nullptr && known->isZero()) return;
    trapBefore(llvm::SplitBlockAndInsertIfThen(bad, before, /*Unreachable=*/true), kind);
  }

  // --- uninitialised values

  llvm::Value* newMarker(llvm::IRBuilder<>& builder, llvm::Type* type) {
    std::string typeName;
    llvm::raw_string_ostream stream(typeName);
    type->print(stream, false, true);
    // The number keeps two of them apart.
    return callPure(builder, kMarkerPrefix + stream.str(), type, {builder.getInt64(markers_++)});
  }

  static bool mayBeUndefined(const llvm::Instruction& user, unsigned operand) {
    if (llvm::isa<llvm::InsertValueInst, llvm::InsertElementInst>(user)) return operand == 0;  // to be overwritten
    return llvm::isa<llvm::ShuffleVectorInst>(user) && operand == 1;
  }

  void replaceUndefined() {
    for (llvm::Instruction& inst : llvm::instructions(function_))
      for (llvm::Use& operand : inst.operands()) {
        auto* constant = llvm::dyn_cast<llvm::Constant>(operand);
        if (constant == nullptr || mayBeUndefined(inst, operand.getOperandNo()) || !hasUndefined(*constant)) continue;
        if (!llvm::isa<llvm::UndefValue>(constant)) return refuse("a constant that is undefined in part");
        facts_.uninitialised = true;
        llvm::IRBuilder<> builder(&function_.getEntryBlock(), function_.getEntryBlock().getFirstInsertionPt());
        operand.set(newMarker(builder, constant->getType()));
      }
  }

  void startVariables() {
    std::vector<llvm::AllocaInst*> all, promotable;
    for (llvm::Instruction& inst : llvm::instructions(function_))
      if (auto* variable = llvm::dyn_cast<llvm::AllocaInst>(&inst)) all.push_back(variable);
    for (llvm::AllocaInst* variable : all) {
      if (llvm::isAllocaPromotable(variable)) promotable.push_back(variable);
      startVariable(*variable);
    }
    if (!promotable.empty()) {
      llvm::DominatorTree dominators(function_);
      llvm::PromoteMemToReg(promotable, dominators);
    }
    for (llvm::Instruction& inst : llvm::make_early_inc_range(llvm::instructions(function_))) {
      const auto* call = llvm::dyn_cast<llvm::CallInst>(&inst);
      if (call == nullptr || call->getCalledFunction() == nullptr || !isUninitialisedMarker(*call->getCalledFunction())) continue;
      if (inst.use_empty())
        inst.eraseFromParent();
      else
        facts_.uninitialised = true;
    }
  }

  void startVariable(llvm::AllocaInst& variable) {
    llvm::Type* type = variable.getAllocatedType();
    if (type->isScalableTy()) return refuse("objects of a size that the processor decides");
    llvm::IRBuilder<> builder(variable.getNextNode());
    builder.SetCurrentDebugLocation(llvm::DebugLoc());
    if (type->isSingleValueType() && !variable.isArrayAllocation()) {
      builder.CreateAlignedStore(newMarker(builder, type), &variable, llvm::Align(1));
    } else {
      llvm::Value* size = sizeOf(builder, variable);
      builder.CreateMemSet(&variable, newMarker(builder, builder.getInt8Ty()), size, llvm::MaybeAlign());
    }
  }

  llvm::Value* sizeOf(llvm::IRBuilder<>& builder, llvm::AllocaInst& variable) {
    llvm::Value* size = builder.getInt64(layout_.getTypeAllocSize(variable.getAllocatedType()).getFixedValue());
    if (!variable.isArrayAllocation()) return size;
    return builder.CreateMul(builder.CreateZExtOrTrunc(variable.getArraySize(), builder.getInt64Ty()), size);
  }

  // --- guards

  void guardAll() {
    std::vector<llvm::Instruction*> all;
    for (llvm::Instruction& inst : llvm::instructions(function_)) all.push_back(&inst);
    for (llvm::Instruction* inst : all) guard(*inst);
  }

  void guard(llvm::Instruction& inst) {
    refuseSignOfNan(inst);
    if (inst.isIntDivRem()) return guardDivision(inst);
    const auto size = [&](llvm::Type* type) {
      return llvm::ConstantInt::get(llvm::Type::getInt64Ty(inst.getContext()), layout_.getTypeStoreSize(type).getFixedValue());
    };
    if (auto* load = llvm::dyn_cast<llvm::LoadInst>(&inst)) {
      guardAccess(inst, *load->getPointerOperand(), size(load->getType()), false);
    } else if (auto* store = llvm::dyn_cast<llvm::StoreInst>(&inst)) {
      guardAccess(inst, *store->getPointerOperand(), size(store->getValueOperand()->getType()), true);
    } else if (auto* update = llvm::dyn_cast<llvm::AtomicRMWInst>(&inst)) {
      guardAccess(inst, *update->getPointerOperand(), size(update->getType()), true);
    } else if (auto* exchange = llvm::dyn_cast<llvm::AtomicCmpXchgInst>(&inst)) {
      guardAccess(inst, *exchange->getPointerOperand(), size(exchange->getCompareOperand()->getType()), true);
    } else if (auto* memory = llvm::dyn_cast<llvm::MemIntrinsic>(&inst)) {
      if (!isOurStart(*memory)) guardMemory(*memory);
    } else if (auto* call = llvm::dyn_cast<llvm::CallBase>(&inst)) {
      guardCall(*call);
    }
  }

  // The memset that gives a variable its marker needs no check.
  static bool isOurStart(const llvm::MemIntrinsic& memory) {
    const auto* fill = llvm::dyn_cast<llvm::MemSetInst>(&memory);
    const auto* byte = fill == nullptr ? nullptr : llvm::dyn_cast<llvm::CallInst>(fill->getValue());
    return byte != nullptr && byte->getCalledFunction() != nullptr && isUninitialisedMarker(*byte->getCalledFunction()) &&
           llvm::isa<llvm::AllocaInst>(fill->getRawDest());
  }

  void guardDivision(llvm::Instruction& inst) {
    if (!inst.getType()->isIntegerTy()) return refuse("a division of vectors");
    llvm::Value* divisor = inst.getOperand(1);
    llvm::IRBuilder<> builder(&inst);
    trapIf(builder.CreateICmpEQ(divisor, llvm::Constant::getNullValue(inst.getType())), &inst, "division_by_zero");
    if (inst.getOpcode() != llvm::Instruction::SDiv && inst.getOpcode() != llvm::Instruction::SRem) return;
    builder.SetInsertPoint(&inst);
    const unsigned width = inst.getType()->getIntegerBitWidth();
    if (!program::overflowingQuotientTraps(width)) return refuse("a signed division that may wrap");
    llvm::Value* smallest = llvm::ConstantInt::get(inst.getType(), llvm::APInt::getSignedMinValue(width));
    llvm::Value* byMinusOne = builder.CreateICmpEQ(divisor, llvm::Constant::getAllOnesValue(inst.getType()));
    trapIf(builder.CreateAnd(byMinusOne, builder.CreateICmpEQ(inst.getOperand(0), smallest)), &inst, "division_overflow");
  }

  void guardMemory(llvm::MemIntrinsic& memory) {
    llvm::IRBuilder<> builder(&memory);
    llvm::Value* length = builder.CreateZExtOrTrunc(memory.getLength(), builder.getInt64Ty());
    guardAccess(memory, *memory.getRawDest(), length, true);
    if (auto* transfer = llvm::dyn_cast<llvm::MemTransferInst>(&memory)) guardAccess(memory, *transfer->getRawSource(), length, false);
  }

  // LLVM does not keep which NaN a NaN is: it folds 0.0 / 0.0 to a positive one, and swaps operands. Where the code looks, no proof. (That
  // bytes of a float may be read through a pointer is left to the assumption that all NaNs are one value.)
  void refuseSignOfNan(const llvm::Instruction& inst) {
    const auto mayBeNan = [&](const llvm::Value& value) {
      return value.getType()->isFPOrFPVectorTy() && !llvm::isKnownNeverNaN(&value, 0, llvm::SimplifyQuery(layout_));
    };
    constexpr const char* kWhy = "the sign of a NaN may show";
    if (llvm::isa<llvm::BitCastInst>(inst) && mayBeNan(*inst.getOperand(0)) && !inst.getType()->isFPOrFPVectorTy()) return refuse(kWhy);
    const auto* call = llvm::dyn_cast<llvm::CallBase>(&inst);
    if (call == nullptr) return;
    if (call->getIntrinsicID() == Id::copysign && mayBeNan(*call->getArgOperand(1))) return refuse(kWhy);
    const auto* callee = llvm::dyn_cast<llvm::Function>(call->getCalledOperand()->stripPointerCasts());
    const bool looks = call->getFunctionType()->isVarArg() || (callee != nullptr && looksAtSign(callee->getName()));  // printf and its kin
    if (looks && llvm::any_of(call->args(), [&](const llvm::Use& argument) { return mayBeNan(*argument); })) refuse(kWhy);
  }

  void guardCall(llvm::CallBase& call) {
    if (call.isInlineAsm() || llvm::isa<llvm::Function>(call.getCalledOperand()->stripPointerCasts())) return;
    facts_.throughPointers = true;
    if (call.getCalledOperand()->getType()->isVectorTy()) return;
    llvm::IRBuilder<> builder(&call);
    trapIf(builder.CreateIsNull(call.getCalledOperand()), &call, "bad_call");
  }

  // Bounds of the object that an access is known to go to. Its size is null when there is none.
  struct Known {
    llvm::Value* size = nullptr;
    bool constant = false;  // its contents are
  };

  Known knownObject(llvm::IRBuilder<>& builder, llvm::Value& root) {
    if (auto* variable = llvm::dyn_cast<llvm::AllocaInst>(&root)) return {sizeOf(builder, *variable), false};
    if (auto* argument = llvm::dyn_cast<llvm::Argument>(&root); argument != nullptr && argument->hasPassPointeeByValueCopyAttr())
      return {builder.getInt64(argument->getPassPointeeByValueCopySize(layout_)), false};
    if (auto* argument = llvm::dyn_cast<llvm::Argument>(&root); argument != nullptr && argument->hasStructRetAttr())
      return {builder.getInt64(layout_.getTypeAllocSize(argument->getParamStructRetType()).getFixedValue()), false};
    auto* global = llvm::dyn_cast<llvm::GlobalVariable>(&root);
    if (global == nullptr || global->isDeclaration() || global->hasAppendingLinkage()) return {};
    return {builder.getInt64(layout_.getTypeAllocSize(global->getValueType()).getFixedValue()), global->isConstant()};
  }

  void guardAccess(llvm::Instruction& inst, llvm::Value& pointer, llvm::Value* bytes, bool writes) {
    if (pointer.getType()->isVectorTy()) return refuse("vectors of pointers");
    llvm::IRBuilder<> builder(&inst);
    llvm::Value* root = &pointer;
    llvm::Value* offset = builder.getInt64(0);
    while (auto* step = llvm::dyn_cast<llvm::GEPOperator>(root)) {
      offset = builder.CreateAdd(offset, llvm::emitGEPOffset(&builder, layout_, step, /*NoAssumptions=*/true));
      root = step->getPointerOperand();
    }
    const Known known = knownObject(builder, *root);
    llvm::Value* isEmpty = builder.CreateICmpEQ(bytes, builder.getInt64(0));
    if (known.size == nullptr) {
      facts_.throughPointers = true;
      trapIf(builder.CreateAnd(builder.CreateNot(isEmpty), builder.CreateIsNull(root)), &inst, "null_pointer");
      return;
    }
    llvm::Value* isTooLong = builder.CreateICmpUGT(bytes, known.size);
    llvm::Value* isTooFar = builder.CreateICmpUGT(offset, builder.CreateSub(known.size, bytes));
    llvm::Value* isOutside = builder.CreateAnd(builder.CreateNot(isEmpty), builder.CreateOr(isTooLong, isTooFar));
    trapIf(isOutside, &inst, "out_of_bounds");
    if (!writes || !known.constant) return;
    builder.SetInsertPoint(&inst);
    trapIf(builder.CreateNot(isEmpty), &inst, "read_only");
  }

  llvm::Function& function_;
  llvm::Module& module_;
  const llvm::DataLayout& layout_;
  const llvm::TargetLibraryInfo& library_;
  Facts facts_;
  uint64_t& markers_;
};

std::set<std::string> mentionedBy(const llvm::Function& function) {
  std::set<std::string> mentioned;
  for (const llvm::Instruction& inst : llvm::instructions(function))
    for (const llvm::Use& operand : inst.operands()) addMentioned(*operand, mentioned);
  return mentioned;
}

}  // namespace

bool saysHowToPass(Attribute::AttrKind kind) {
  switch (static_cast<unsigned>(kind)) {  // dozens of enumerators
    case Attribute::ByVal:
    case Attribute::ByRef:
    case Attribute::StructRet:
    case Attribute::InAlloca:
    case Attribute::Preallocated:
    case Attribute::ElementType:
    case Attribute::ZExt:
    case Attribute::SExt:
    case Attribute::InReg:
    case Attribute::Nest:
      return true;
    default:
      return false;
  }
}

bool isUninitialisedMarker(const llvm::Function& function) { return function.getName().starts_with(kMarkerPrefix); }
bool isMadeUp(const llvm::Function& function) { return function.getName().starts_with(kMadeUpPrefix); }

void Facts::add(const Facts& other) {
  if (refused.empty()) refused = other.refused;
  throughPointers |= other.throughPointers;
  uninitialised |= other.uninitialised;
  floats |= other.floats;
  longDoubles |= other.longDoubles;
  recursive |= other.recursive;
}

void MentionGraph::add(const std::string& symbol, Facts facts, std::set<std::string> mentioned) {
  nodes_[symbol] = Node{std::move(facts), std::move(mentioned)};
}

Facts MentionGraph::reachableFrom(const std::string& symbol) const {
  Facts all;
  enum class State { Open, Done };
  std::map<std::string, State> seen;
  // Depth first: a mention of a symbol that is still open closes a circle.
  std::vector<std::pair<const std::string*, std::set<std::string>::const_iterator>> stack;
  const auto enter = [&](const std::string& name) {
    const auto node = nodes_.find(name);
    if (node == nodes_.end()) return;
    const auto [known, isNew] = seen.emplace(name, State::Open);
    if (!isNew) {
      all.recursive |= known->second == State::Open;
      return;
    }
    all.add(node->second.facts);
    stack.emplace_back(&node->first, node->second.mentioned.begin());
  };
  enter(symbol);
  while (!stack.empty()) {
    auto& [name, next] = stack.back();
    if (next == nodes_.at(*name).mentioned.end()) {
      seen[*name] = State::Done;
      stack.pop_back();
      continue;
    }
    const std::string& mentioned = *next++;
    enter(mentioned);
  }
  return all;
}

MentionGraph prepareForOptimizer(llvm::Module& module, const std::set<std::string>& entries, const llvm::TargetLibraryInfo& library) {
  dropUnreachableFunctions(module, entries);
  llvm::StripDebugInfo(module);
  settleLinkage(module, entries);
  std::vector<llvm::Function*> functions;  // preparing adds declarations
  for (llvm::Function& function : module) functions.push_back(&function);
  MentionGraph graph;
  uint64_t markers = 0;
  for (llvm::Function* function : functions) {
    if (function->isDeclaration()) continue;
    const Facts facts = FunctionPreparation(*function, library, markers).run();
    graph.add(function->getName().str(), facts, mentionedBy(*function));
  }
  // Only now: calls were judged by what their callees say.
  for (llvm::Function* function : functions)
    if (function->isDeclaration()) stripFunction(*function);
  for (const llvm::GlobalVariable& variable : module.globals()) {
    if (!variable.hasInitializer()) continue;
    Facts facts;
    std::set<std::string> mentioned;
    addMentioned(*variable.getInitializer(), mentioned);
    if (hasUndefined(*variable.getInitializer()))
      facts.refused = "the initialiser of " + variable.getName().str() + " is undefined in part";
    graph.add(variable.getName().str(), facts, std::move(mentioned));
  }
  for (const llvm::GlobalAlias& alias : module.aliases()) {
    std::set<std::string> mentioned;
    addMentioned(*alias.getAliasee(), mentioned);
    graph.add(alias.getName().str(), {}, std::move(mentioned));
  }
  return graph;
}

}  // namespace cleave::optimizer
