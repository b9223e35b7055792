// The interpreter's loop.
#include "vm/private/ops.h"
#include "vm/private/ops_frequent.h"

namespace cleave::vm {

using program::Op;

// The program counter is kept in a local: all but the instructions of the last group go on with the next one, and need not wait for pc_ to
// be read back. pc_ itself is kept up to date for those who ask for the place.
template <bool kTracked>
void Machine::interpretLoop() {
  const Instruction* pc = pc_;
  while (running_) {
    const Instruction& i = *pc;
    pc_ = ++pc;
    if constexpr (kTracked) beginTracked(i);
    // clang-format off
    switch (i.op) {
      case Op::Add: opAdd(*this, i); break;
      case Op::Sub: opSub(*this, i); break;
      case Op::Mul: opMul(*this, i); break;
      case Op::UDiv: opUDiv(*this, i); break;
      case Op::SDiv: opSDiv(*this, i); break;
      case Op::URem: opURem(*this, i); break;
      case Op::SRem: opSRem(*this, i); break;
      case Op::Shl: opShl(*this, i); break;
      case Op::LShr: opLShr(*this, i); break;
      case Op::AShr: opAShr(*this, i); break;
      case Op::And: opAnd(*this, i); break;
      case Op::Or: opOr(*this, i); break;
      case Op::Xor: opXor(*this, i); break;
      case Op::ICmp: opICmp(*this, i); break;
      case Op::CtPop: opCtPop(*this, i); break;
      case Op::CtLz: opCtLz(*this, i); break;
      case Op::CtTz: opCtTz(*this, i); break;
      case Op::BSwap: opBSwap(*this, i); break;
      case Op::BitReverse: opBitReverse(*this, i); break;
      case Op::Abs: opAbs(*this, i); break;
      case Op::FShl: opFShl(*this, i); break;
      case Op::FShr: opFShr(*this, i); break;
      case Op::SMin: opSMin(*this, i); break;
      case Op::SMax: opSMax(*this, i); break;
      case Op::UMin: opUMin(*this, i); break;
      case Op::UMax: opUMax(*this, i); break;
      case Op::SAddSat: opSAddSat(*this, i); break;
      case Op::UAddSat: opUAddSat(*this, i); break;
      case Op::SSubSat: opSSubSat(*this, i); break;
      case Op::USubSat: opUSubSat(*this, i); break;
      case Op::SShlSat: opSShlSat(*this, i); break;
      case Op::UShlSat: opUShlSat(*this, i); break;
      case Op::SAddOverflow: opSAddOverflow(*this, i); break;
      case Op::UAddOverflow: opUAddOverflow(*this, i); break;
      case Op::SSubOverflow: opSSubOverflow(*this, i); break;
      case Op::USubOverflow: opUSubOverflow(*this, i); break;
      case Op::SMulOverflow: opSMulOverflow(*this, i); break;
      case Op::UMulOverflow: opUMulOverflow(*this, i); break;
      case Op::FAdd: opFAdd(*this, i); break;
      case Op::FSub: opFSub(*this, i); break;
      case Op::FMul: opFMul(*this, i); break;
      case Op::FDiv: opFDiv(*this, i); break;
      case Op::FRem: opFRem(*this, i); break;
      case Op::FNeg: opFNeg(*this, i); break;
      case Op::FCmp: opFCmp(*this, i); break;
      case Op::FAbs: opFAbs(*this, i); break;
      case Op::FSqrt: opFSqrt(*this, i); break;
      case Op::FFma: opFFma(*this, i); break;
      case Op::FFloor: opFFloor(*this, i); break;
      case Op::FCeil: opFCeil(*this, i); break;
      case Op::FTrunc: opFTrunc(*this, i); break;
      case Op::FRint: opFRint(*this, i); break;
      case Op::FNearbyInt: opFNearbyInt(*this, i); break;
      case Op::FRound: opFRound(*this, i); break;
      case Op::FRoundEven: opFRoundEven(*this, i); break;
      case Op::FMinNum: opFMinNum(*this, i); break;
      case Op::FMaxNum: opFMaxNum(*this, i); break;
      case Op::FMinimum: opFMinimum(*this, i); break;
      case Op::FMaximum: opFMaximum(*this, i); break;
      case Op::FCopySign: opFCopySign(*this, i); break;
      case Op::FIsClass: opFIsClass(*this, i); break;
      case Op::Trunc: opTrunc(*this, i); break;
      case Op::ZExt: opZExt(*this, i); break;
      case Op::SExt: opSExt(*this, i); break;
      case Op::FPTrunc: opFPTrunc(*this, i); break;
      case Op::FPExt: opFPExt(*this, i); break;
      case Op::FPToSI: opFPToSI(*this, i); break;
      case Op::FPToUI: opFPToUI(*this, i); break;
      case Op::SIToFP: opSIToFP(*this, i); break;
      case Op::UIToFP: opUIToFP(*this, i); break;
      case Op::PtrToInt: opPtrToInt(*this, i); break;
      case Op::IntToPtr: opIntToPtr(*this, i); break;
      case Op::BitCast: opBitCast(*this, i); break;
      case Op::Copy: opCopy(*this, i); break;
      case Op::Select: opSelect(*this, i); break;
      case Op::Freeze: opFreeze(*this, i); break;
      case Op::Alloca: opAlloca(*this, i); break;
      case Op::Load: opLoad(*this, i); break;
      case Op::Store: opStore(*this, i); break;
      case Op::PtrAdd: opPtrAdd(*this, i); break;
      case Op::MemCpy: opMemCpy(*this, i); break;
      case Op::MemMove: opMemMove(*this, i); break;
      case Op::MemSet: opMemSet(*this, i); break;
      case Op::VaStart: opVaStart(*this, i); break;
      case Op::VaEnd: opVaEnd(*this, i); break;
      case Op::VaCopy: opVaCopy(*this, i); break;

      // These set pc_.
      case Op::Call: opCall(*this, i); pc = pc_; break;
      case Op::Jump: opJump<kTracked>(*this, i); pc = pc_; break;
      case Op::Branch: opBranch<kTracked>(*this, i); pc = pc_; break;
      case Op::Switch: opSwitch(*this, i); pc = pc_; break;
      case Op::Return: opReturn(*this, i); pc = pc_; break;
      case Op::Unreachable: opUnreachable(*this, i); pc = pc_; break;
      case Op::Unsupported: opUnsupported(*this, i); pc = pc_; break;
    }
    // clang-format on
    // Calls note their results when they return.
    if constexpr (kTracked) {
      if (i.dst != UINT32_MAX && i.op != Op::Call) endTracked(i);
    }
  }
}

void Machine::interpret() { tracking_ ? interpretLoop<true>() : interpretLoop<false>(); }

}  // namespace cleave::vm
