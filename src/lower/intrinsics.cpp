// LLVM's intrinsics. Those that only tell the optimiser something vanish; what -O0 code generation makes of the others is what they mean
// here.
#include <llvm/IR/Intrinsics.h>

#include "lower/function.h"

namespace cleave::lower {
namespace {

namespace Id = llvm::Intrinsic;
using program::Op;

struct Elementwise {
  Op op = Op::Copy;
  unsigned operands = 0;  // 0: not one of them
};

// All switches over intrinsics are over numbers, with a default: there are thousands of them.
Elementwise elementwiseOf(unsigned id) {
  switch (id) {
    case Id::ctpop:
      return {Op::CtPop, 1};
    case Id::ctlz:
      return {Op::CtLz, 1};
    case Id::cttz:
      return {Op::CtTz, 1};
    case Id::bswap:
      return {Op::BSwap, 1};
    case Id::bitreverse:
      return {Op::BitReverse, 1};
    case Id::abs:
      return {Op::Abs, 1};
    case Id::fshl:
      return {Op::FShl, 3};
    case Id::fshr:
      return {Op::FShr, 3};
    case Id::smin:
      return {Op::SMin, 2};
    case Id::smax:
      return {Op::SMax, 2};
    case Id::umin:
      return {Op::UMin, 2};
    case Id::umax:
      return {Op::UMax, 2};
    case Id::sadd_sat:
      return {Op::SAddSat, 2};
    case Id::uadd_sat:
      return {Op::UAddSat, 2};
    case Id::ssub_sat:
      return {Op::SSubSat, 2};
    case Id::usub_sat:
      return {Op::USubSat, 2};
    case Id::sshl_sat:
      return {Op::SShlSat, 2};
    case Id::ushl_sat:
      return {Op::UShlSat, 2};
    case Id::fabs:
      return {Op::FAbs, 1};
    case Id::sqrt:
      return {Op::FSqrt, 1};
    case Id::fma:
      return {Op::FFma, 3};
    case Id::floor:
      return {Op::FFloor, 1};
    case Id::ceil:
      return {Op::FCeil, 1};
    case Id::trunc:
      return {Op::FTrunc, 1};
    case Id::rint:
      return {Op::FRint, 1};
    case Id::nearbyint:
      return {Op::FNearbyInt, 1};
    case Id::round:
      return {Op::FRound, 1};
    case Id::roundeven:
      return {Op::FRoundEven, 1};
    case Id::minnum:
      return {Op::FMinNum, 2};
    case Id::maxnum:
      return {Op::FMaxNum, 2};
    case Id::minimum:
      return {Op::FMinimum, 2};
    case Id::maximum:
      return {Op::FMaximum, 2};
    case Id::copysign:
      return {Op::FCopySign, 2};
    default:
      return {};
  }
}

Op overflowOp(unsigned id) {
  switch (id) {
    case Id::sadd_with_overflow:
      return Op::SAddOverflow;
    case Id::uadd_with_overflow:
      return Op::UAddOverflow;
    case Id::ssub_with_overflow:
      return Op::SSubOverflow;
    case Id::usub_with_overflow:
      return Op::USubOverflow;
    case Id::smul_with_overflow:
      return Op::SMulOverflow;
    case Id::umul_with_overflow:
      return Op::UMulOverflow;
    default:
      return Op::Copy;
  }
}

Op reductionOp(unsigned id) {
  switch (id) {
    case Id::vector_reduce_add:
      return Op::Add;
    case Id::vector_reduce_mul:
      return Op::Mul;
    case Id::vector_reduce_and:
      return Op::And;
    case Id::vector_reduce_or:
      return Op::Or;
    case Id::vector_reduce_xor:
      return Op::Xor;
    case Id::vector_reduce_smin:
      return Op::SMin;
    case Id::vector_reduce_smax:
      return Op::SMax;
    case Id::vector_reduce_umin:
      return Op::UMin;
    case Id::vector_reduce_umax:
      return Op::UMax;
    case Id::vector_reduce_fadd:
      return Op::FAdd;
    case Id::vector_reduce_fmul:
      return Op::FMul;
    case Id::vector_reduce_fminimum:
      return Op::FMinimum;
    case Id::vector_reduce_fmaximum:
      return Op::FMaximum;
    default:
      return Op::Copy;
  }
}

bool isHint(unsigned id) {
  switch (id) {
    case Id::assume:
    case Id::lifetime_start:
    case Id::lifetime_end:
    case Id::invariant_end:
    case Id::dbg_declare:
    case Id::dbg_value:
    case Id::dbg_label:
    case Id::dbg_assign:
    case Id::donothing:
    case Id::sideeffect:
    case Id::prefetch:
    case Id::var_annotation:
    case Id::codeview_annotation:
    case Id::experimental_noalias_scope_decl:
    case Id::pseudoprobe:
    case Id::stackrestore:  // objects on the stack live until the function returns
    case Id::trap:          // the unreachable that follows says it
    case Id::debugtrap:
    case Id::ubsantrap:
      return true;
    default:
      return false;
  }
}

// The result is the first argument.
bool isIdentity(unsigned id) {
  switch (id) {
    case Id::expect:
    case Id::expect_with_probability:
    case Id::annotation:
    case Id::ptr_annotation:
    case Id::launder_invariant_group:
    case Id::strip_invariant_group:
    case Id::preserve_array_access_index:
    case Id::preserve_struct_access_index:
    case Id::preserve_union_access_index:
    case Id::threadlocal_address:
    case Id::ssa_copy:
    case Id::arithmetic_fence:
      return true;
    default:
      return false;
  }
}

}  // namespace

void FunctionLowering::lowerIntrinsic(const llvm::IntrinsicInst& call) {
  const unsigned id = call.getIntrinsicID();
  if (isHint(id)) return;
  if (isIdentity(id)) return copyTo(call, operandsOf(*call.getArgOperand(0)));
  if (lowerElementwise(call) || lowerOverflow(call) || lowerReduction(call) || lowerMemoryIntrinsic(call)) return;
  switch (id) {
    case Id::vastart:
      emit(Op::VaStart, {}, UINT32_MAX, operandOf(*call.getArgOperand(0)));
      return;
    case Id::vaend:
      emit(Op::VaEnd, {}, UINT32_MAX, operandOf(*call.getArgOperand(0)));
      return;
    case Id::vacopy: {
      const Operand to = operandOf(*call.getArgOperand(0));
      emit(Op::VaCopy, {}, UINT32_MAX, to, operandOf(*call.getArgOperand(1)));
      return;
    }
    case Id::stacksave:  // a value for stackrestore only
    case Id::invariant_start:
      emit(Op::Copy, Type::pointer(), regOf(call, 0), bits(Type::pointer(), 0));
      return;
    case Id::ptrmask: {
      const Type word = Type::integer(64);
      const Operand address = cast(Op::PtrToInt, Type::pointer(), word, operandOf(*call.getArgOperand(0)));
      const Operand masked =
          compute(Op::And, word, address, resized(operandOf(*call.getArgOperand(1)), scalarType(call.getArgOperand(1)->getType()), word));
      castTo(regOf(call, 0), Op::IntToPtr, word, Type::pointer(), masked);
      return;
    }
    default:
      throw Unsupported{"intrinsic " + call.getCalledFunction()->getName().str()};
  }
}

bool FunctionLowering::lowerElementwise(const llvm::IntrinsicInst& call) {
  const unsigned id = call.getIntrinsicID();
  if (const Elementwise found = elementwiseOf(id); found.operands != 0) {
    elementwise(found.op, call, found.operands);
    return true;
  }
  const FlatType* type = call.getType()->isVoidTy() ? nullptr : &flat(call);
  switch (id) {
    case Id::fmuladd: {  // the x86-64 baseline has no fused instruction
      const Operands a = operandsOf(*call.getArgOperand(0));
      const Operands b = operandsOf(*call.getArgOperand(1));
      const Operands c = operandsOf(*call.getArgOperand(2));
      for (size_t i = 0; i < type->leaves.size(); ++i) {
        const Operand product = compute(Op::FMul, type->leaves[i].type, a[i], b[i]);
        emit(Op::FAdd, type->leaves[i].type, regOf(call, i), product, c[i]);
      }
      return true;
    }
    case Id::is_fpclass: {
      const Operands a = operandsOf(*call.getArgOperand(0));
      const FlatType& from = flat(*call.getArgOperand(0));
      const auto mask = static_cast<int64_t>(llvm::cast<llvm::ConstantInt>(call.getArgOperand(1))->getZExtValue());
      for (size_t i = 0; i < a.size(); ++i) emit(Op::FIsClass, from.leaves[i].type, regOf(call, i), a[i]).imm = mask;
      return true;
    }
    case Id::lrint:
    case Id::llrint:
      roundToInteger(call, Op::FRint);
      return true;
    case Id::lround:
    case Id::llround:
      roundToInteger(call, Op::FRound);
      return true;
    case Id::scmp:
    case Id::ucmp: {  // -1, 0 or 1
      const Operands a = operandsOf(*call.getArgOperand(0));
      const Operands b = operandsOf(*call.getArgOperand(1));
      const FlatType& from = flat(*call.getArgOperand(0));
      using program::IntPredicate;
      for (size_t i = 0; i < a.size(); ++i) {
        const Type result = type->leaves[i].type;
        const Operand isLess = compare(id == Id::scmp ? IntPredicate::SLt : IntPredicate::ULt, from.leaves[i].type, a[i], b[i]);
        const Operand isGreater = compare(id == Id::scmp ? IntPredicate::SGt : IntPredicate::UGt, from.leaves[i].type, a[i], b[i]);
        const Operand below = compute(Op::Select, result, isLess, bits(result, maskOf(result.width)), bits(result, 0));
        emit(Op::Select, result, regOf(call, i), isGreater, bits(result, 1), below);
      }
      return true;
    }
    default:
      return false;
  }
}

// {T, i1} or {<n x T>, <n x i1>}: the values, then the flags.
bool FunctionLowering::lowerOverflow(const llvm::IntrinsicInst& call) {
  const Op op = overflowOp(call.getIntrinsicID());
  if (op == Op::Copy) return false;
  const Operands a = operandsOf(*call.getArgOperand(0));
  const Operands b = operandsOf(*call.getArgOperand(1));
  const FlatType& type = module_.types().ofPassed(call.getType());
  for (size_t i = 0; i < a.size(); ++i) emit(op, type.leaves[i].type, regOf(call, i), a[i], b[i]).extra = regOf(call, a.size() + i);
  return true;
}

// In order, from the first element (or the start value): what code generation does unless it may reassociate.
bool FunctionLowering::lowerReduction(const llvm::IntrinsicInst& call) {
  const Op op = reductionOp(call.getIntrinsicID());
  if (op == Op::Copy) return false;
  const bool hasStart = op == Op::FAdd || op == Op::FMul;
  const Operands elements = operandsOf(*call.getArgOperand(hasStart ? 1 : 0));
  const Type type = scalarType(call.getType());
  Operand result = hasStart ? operandOf(*call.getArgOperand(0)) : elements[0];
  for (size_t i = hasStart ? 0 : 1; i < elements.size(); ++i) result = compute(op, type, result, elements[i]);
  emit(Op::Copy, type, regOf(call, 0), result);
  return true;
}

bool FunctionLowering::lowerMemoryIntrinsic(const llvm::IntrinsicInst& call) {
  const auto lower = [&](Op op) {
    lowerMemory(op, *call.getArgOperand(0), *call.getArgOperand(1), *call.getArgOperand(2));
    return true;
  };
  switch (static_cast<unsigned>(call.getIntrinsicID())) {
    case Id::memcpy:
    case Id::memcpy_inline:
      return lower(Op::MemCpy);
    case Id::memmove:
      return lower(Op::MemMove);
    case Id::memset:
    case Id::memset_inline:
      return lower(Op::MemSet);
    default:
      return false;
  }
}

}  // namespace cleave::lower
