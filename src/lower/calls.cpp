// Calls: plain ones, and those of library functions whose whole meaning is one operation of the model.
#include <fmt/format.h>
#include <llvm/ADT/StringSwitch.h>
#include <llvm/IR/GlobalAlias.h>
#include <llvm/IR/GlobalIFunc.h>
#include <llvm/IR/InlineAsm.h>

#include "lower/function.h"

namespace cleave::lower {
namespace {

using program::Op;

// What is called, behind casts and aliases; null for a pointer.
const llvm::Value& targetOf(const llvm::CallBase& call) {
  const llvm::Value* target = call.getCalledOperand()->stripPointerCastsAndAliases();
  return *target;
}

// Functions that leave the usual order of calls and returns; a run that reaches one proves nothing.
const char* leavesCallOrder(llvm::StringRef name) {
  return llvm::StringSwitch<const char*>(name)
      .Cases("__cxa_throw", "__cxa_rethrow", "_Unwind_RaiseException", "_Unwind_Resume", "_Unwind_ForcedUnwind",
             "_Unwind_Resume_or_Rethrow", "exceptions")
      .Case("_ZSt17rethrow_exceptionNSt15__exception_ptr13exception_ptrE", "exceptions")
      .Cases("setjmp", "_setjmp", "sigsetjmp", "__sigsetjmp", "setjmp")
      .Cases("longjmp", "_longjmp", "siglongjmp", "__longjmp_chk", "longjmp")
      .Cases("vfork", "fork", "fork")
      .Cases("getcontext", "setcontext", "makecontext", "swapcontext", "user contexts")
      .Cases("pthread_create", "thrd_create", "threads")
      .Cases("signal", "sigaction", "signal handlers")
      .Default(nullptr);
}

struct MathFunction {
  Op op = Op::Copy;
  unsigned operands = 0;  // 0: not one of them
};

// UNSOUND: sqrt of a negative number and fmod by zero also set errno.
MathFunction mathFunction(llvm::StringRef name) {
  return llvm::StringSwitch<MathFunction>(name)
      .Case("sqrt", {Op::FSqrt, 1})
      .Case("fabs", {Op::FAbs, 1})
      .Case("floor", {Op::FFloor, 1})
      .Case("ceil", {Op::FCeil, 1})
      .Case("trunc", {Op::FTrunc, 1})
      .Case("rint", {Op::FRint, 1})
      .Case("nearbyint", {Op::FNearbyInt, 1})
      .Case("round", {Op::FRound, 1})
      .Case("roundeven", {Op::FRoundEven, 1})
      .Case("copysign", {Op::FCopySign, 2})
      .Case("fmod", {Op::FRem, 2})
      .Case("fma", {Op::FFma, 3})
      .Default({});
}

}  // namespace

void FunctionLowering::lowerCall(const llvm::CallBase& call) {
  if (call.isInlineAsm()) return lowerAssembly(call);
  if (const auto* intrinsic = llvm::dyn_cast<llvm::IntrinsicInst>(&call)) return lowerIntrinsic(*intrinsic);
  const llvm::Value& target = targetOf(call);
  if (llvm::isa<llvm::GlobalIFunc>(target)) throw Unsupported{"the indirect function " + target.getName().str()};
  const auto* callee = llvm::dyn_cast<llvm::Function>(&target);
  if (callee != nullptr && callee->isIntrinsic()) throw Unsupported{"intrinsic " + callee->getName().str()};
  if (callee != nullptr && callee->isDeclaration()) {
    if (const char* what = leavesCallOrder(callee->getName())) throw Unsupported{what};
    if (callee->hasExternalWeakLinkage()) throw Unsupported{"a call of the weak symbol " + callee->getName().str()};
    if (lowerLibraryCall(call, *callee)) return;
  }
  if (call.hasFnAttr(llvm::Attribute::ReturnsTwice)) throw Unsupported{"a function that returns twice"};
  lowerPlainCall(call, callee);
}

void FunctionLowering::lowerPlainCall(const llvm::CallBase& call, const llvm::Function* callee) {
  program::CallInfo info;
  Operand pointer;
  if (callee != nullptr)
    info.callee = module_.idOf(*callee);
  else
    pointer = operandOf(*call.getCalledOperand());
  for (unsigned i = 0; i < call.arg_size(); ++i) {
    const llvm::Value& argument = *call.getArgOperand(i);
    if (call.paramHasAttr(i, llvm::Attribute::InAlloca) || call.paramHasAttr(i, llvm::Attribute::Preallocated))
      throw Unsupported{"arguments of the Windows calling convention"};
    const uint64_t byValue = call.isByValArgument(i) ? module_.layout().getTypeAllocSize(call.getParamByValType(i)).getFixedValue() : 0;
    const Operands operands = operandsOf(argument);
    const FlatType& type = module_.types().ofPassed(argument.getType());
    for (size_t leaf = 0; leaf < operands.size(); ++leaf) {
      info.arguments.push_back(operands[leaf]);
      info.argumentTypes.push_back(type.leaves[leaf].type);
      info.byValueSize.push_back(byValue);
    }
    if (i < call.getFunctionType()->getNumParams()) info.fixedArguments = static_cast<uint32_t>(info.arguments.size());
  }
  if (!call.getType()->isVoidTy()) {
    const FlatType& result = module_.types().ofPassed(call.getType());
    for (size_t leaf = 0; leaf < result.leaves.size(); ++leaf) {
      info.results.push_back(regOf(call, leaf));
      info.resultTypes.push_back(result.leaves[leaf].type);
    }
  }
  f_.calls.push_back(std::move(info));
  emit(Op::Call, {}, UINT32_MAX, pointer).extra = static_cast<uint32_t>(f_.calls.size() - 1);
}

// An empty template is a barrier for the compiler and does nothing at run time. Its register outputs are then the inputs tied to them.
void FunctionLowering::lowerAssembly(const llvm::CallBase& call) {
  const auto& assembly = *llvm::cast<llvm::InlineAsm>(call.getCalledOperand());
  const bool isEmpty = llvm::StringRef(assembly.getAsmString()).trim().empty();
  if (!isEmpty) throw Unsupported{"inline assembly"};
  Operands results;
  unsigned argument = 0;
  llvm::SmallVector<llvm::SmallVector<Operand, 1>, 2> outputs;
  for (const llvm::InlineAsm::ConstraintInfo& constraint : assembly.ParseConstraints()) {
    if (constraint.Type == llvm::InlineAsm::isOutput) {
      outputs.emplace_back();
      if (constraint.isIndirect) ++argument;
    } else if (constraint.Type == llvm::InlineAsm::isInput) {
      const llvm::Value& value = *call.getArgOperand(argument++);
      for (const std::string& code : constraint.Codes) {
        unsigned tied = 0;
        if (!llvm::StringRef(code).getAsInteger(10, tied) && tied < outputs.size()) outputs[tied] = {operandOf(value)};
      }
    }
  }
  if (call.getType()->isVoidTy()) return;
  for (const auto& value : outputs) {
    if (value.empty()) throw Unsupported{"inline assembly"};
    results.push_back(value[0]);
  }
  if (results.size() != flat(call).leaves.size()) throw Unsupported{"inline assembly"};
  copyTo(call, results);
}

bool FunctionLowering::lowerLibraryCall(const llvm::CallBase& call, const llvm::Function& callee) {
  return lowerMathCall(call, callee.getName()) || lowerMemoryCall(call, callee.getName());
}

bool FunctionLowering::lowerMathCall(const llvm::CallBase& call, llvm::StringRef name) {
  // double f(double), float ff(float), long double fl(long double), long f(double)
  if (call.arg_size() == 0) return false;
  llvm::Type* type = call.getArgOperand(0)->getType();
  if (!type->isDoubleTy() && !type->isFloatTy() && !type->isX86_FP80Ty()) return false;
  if (!type->isDoubleTy() && !name.consume_back(type->isFloatTy() ? "f" : "l")) return false;
  const Op rounding =
      llvm::StringSwitch<Op>(name).Cases("lrint", "llrint", Op::FRint).Cases("lround", "llround", Op::FRound).Default(Op::Copy);
  if (rounding != Op::Copy && call.arg_size() == 1 && call.getType()->isIntegerTy(64)) {
    roundToInteger(call, rounding);
    return true;
  }
  const MathFunction function = mathFunction(name);
  if (function.operands == 0 || call.arg_size() != function.operands || call.getType() != type) return false;
  for (const llvm::Use& argument : call.args())
    if (argument->getType() != type) return false;
  elementwise(function.op, call, function.operands);
  return true;
}

bool FunctionLowering::lowerMemoryCall(const llvm::CallBase& call, llvm::StringRef name) {
  const bool checked = name.consume_front("__");
  if (checked && !name.consume_back("_chk")) return false;
  const Op op =
      llvm::StringSwitch<Op>(name).Case("memcpy", Op::MemCpy).Case("memmove", Op::MemMove).Case("memset", Op::MemSet).Default(Op::Copy);
  if (op == Op::Copy || call.arg_size() != (checked ? 4u : 3u) || !call.getType()->isPointerTy()) return false;
  if (!call.getArgOperand(0)->getType()->isPointerTy() || !call.getArgOperand(2)->getType()->isIntegerTy(64)) return false;
  if (op == Op::MemSet ? !call.getArgOperand(1)->getType()->isIntegerTy() : !call.getArgOperand(1)->getType()->isPointerTy()) return false;
  if (checked) {  // with a known size the library itself ends the program: leave that to a model
    const auto* size = llvm::dyn_cast<llvm::ConstantInt>(call.getArgOperand(3));
    if (size == nullptr || !size->isMinusOne()) return false;
  }
  lowerMemory(op, *call.getArgOperand(0), *call.getArgOperand(1), *call.getArgOperand(2));
  emit(Op::Copy, Type::pointer(), regOf(call, 0), operandOf(*call.getArgOperand(0)));
  return true;
}

void FunctionLowering::lowerMemory(Op op, const llvm::Value& to, const llvm::Value& from, const llvm::Value& length) {
  const Operand destination = operandOf(to);
  Operand source = operandOf(from);
  if (op == Op::MemSet) source = resized(source, scalarType(from.getType()), Type::integer(8));
  const Operand count = resized(operandOf(length), scalarType(length.getType()), Type::integer(64));
  emit(op, Type::integer(8), UINT32_MAX, destination, source, count);
}

void FunctionLowering::roundToInteger(const llvm::CallBase& call, Op rounding) {
  const FlatType& from = flat(*call.getArgOperand(0));
  const FlatType& to = flat(call);
  const Operands a = operandsOf(*call.getArgOperand(0));
  for (size_t i = 0; i < to.leaves.size(); ++i) {
    const Operand rounded = compute(rounding, from.leaves[i].type, a[i]);
    castTo(regOf(call, i), Op::FPToSI, from.leaves[i].type, to.leaves[i].type, rounded);
  }
}

void FunctionLowering::elementwise(Op op, const llvm::CallBase& call, unsigned operands) {
  const FlatType& type = module_.types().ofPassed(call.getType());
  Operands values[3];
  for (unsigned k = 0; k < operands; ++k) values[k] = operandsOf(*call.getArgOperand(k));
  const auto value = [&](unsigned k, size_t i) { return k < operands ? values[k][i] : Operand{}; };
  for (size_t i = 0; i < type.leaves.size(); ++i) emit(op, type.leaves[i].type, regOf(call, i), value(0, i), value(1, i), value(2, i));
}

}  // namespace cleave::lower
