// The table of handlers and the loop that runs them.
#include "vm/ops.h"

namespace cleave::vm {

using program::Op;

namespace {

struct Entry {
  Op op;
  Handler handler;
};

constexpr Entry kEntries[] = {
    {Op::Add, opAdd}, {Op::Sub, opSub}, {Op::Mul, opMul}, {Op::UDiv, opUDiv}, {Op::SDiv, opSDiv}, {Op::URem, opURem}, {Op::SRem, opSRem},
    {Op::Shl, opShl}, {Op::LShr, opLShr}, {Op::AShr, opAShr}, {Op::And, opAnd}, {Op::Or, opOr}, {Op::Xor, opXor}, {Op::ICmp, opICmp},
    {Op::CtPop, opCtPop}, {Op::CtLz, opCtLz}, {Op::CtTz, opCtTz}, {Op::BSwap, opBSwap}, {Op::BitReverse, opBitReverse}, {Op::Abs, opAbs},
    {Op::FShl, opFShl}, {Op::FShr, opFShr}, {Op::SMin, opSMin}, {Op::SMax, opSMax}, {Op::UMin, opUMin}, {Op::UMax, opUMax}, {Op::SAddSat, opSAddSat},
    {Op::UAddSat, opUAddSat}, {Op::SSubSat, opSSubSat}, {Op::USubSat, opUSubSat}, {Op::SShlSat, opSShlSat}, {Op::UShlSat, opUShlSat},
    {Op::SAddOverflow, opSAddOverflow}, {Op::UAddOverflow, opUAddOverflow}, {Op::SSubOverflow, opSSubOverflow}, {Op::USubOverflow, opUSubOverflow},
    {Op::SMulOverflow, opSMulOverflow}, {Op::UMulOverflow, opUMulOverflow}, {Op::FAdd, opFAdd}, {Op::FSub, opFSub}, {Op::FMul, opFMul},
    {Op::FDiv, opFDiv}, {Op::FRem, opFRem}, {Op::FNeg, opFNeg}, {Op::FCmp, opFCmp}, {Op::FAbs, opFAbs}, {Op::FSqrt, opFSqrt}, {Op::FFma, opFFma},
    {Op::FFloor, opFFloor}, {Op::FCeil, opFCeil}, {Op::FTrunc, opFTrunc}, {Op::FRint, opFRint}, {Op::FNearbyInt, opFNearbyInt},
    {Op::FRound, opFRound}, {Op::FRoundEven, opFRoundEven}, {Op::FMinNum, opFMinNum}, {Op::FMaxNum, opFMaxNum}, {Op::FMinimum, opFMinimum},
    {Op::FMaximum, opFMaximum}, {Op::FCopySign, opFCopySign}, {Op::FIsClass, opFIsClass}, {Op::Trunc, opTrunc}, {Op::ZExt, opZExt},
    {Op::SExt, opSExt}, {Op::FPTrunc, opFPTrunc}, {Op::FPExt, opFPExt}, {Op::FPToSI, opFPToSI}, {Op::FPToUI, opFPToUI}, {Op::SIToFP, opSIToFP},
    {Op::UIToFP, opUIToFP}, {Op::PtrToInt, opPtrToInt}, {Op::IntToPtr, opIntToPtr}, {Op::BitCast, opBitCast}, {Op::Copy, opCopy},
    {Op::Select, opSelect}, {Op::Freeze, opFreeze}, {Op::Alloca, opAlloca}, {Op::Load, opLoad}, {Op::Store, opStore}, {Op::PtrAdd, opPtrAdd},
    {Op::MemCpy, opMemCpy}, {Op::MemMove, opMemMove}, {Op::MemSet, opMemSet}, {Op::VaStart, opVaStart}, {Op::VaEnd, opVaEnd}, {Op::VaCopy, opVaCopy},
    {Op::Call, opCall}, {Op::Jump, opJump}, {Op::Branch, opBranch}, {Op::Switch, opSwitch}, {Op::Return, opReturn}, {Op::Unreachable, opUnreachable},
    {Op::Unsupported, opUnsupported},
};

constexpr std::array<Handler, 256> makeTable() {
  std::array<Handler, 256> table{};
  for (const Entry& entry : kEntries) table[static_cast<size_t>(entry.op)] = entry.handler;
  return table;
}

constexpr bool isComplete(const std::array<Handler, 256>& table) {
  for (size_t op = 0; op <= static_cast<size_t>(Op::Unsupported); ++op) {
    if (table[op] == nullptr) return false;
  }
  return true;
}
static_assert(isComplete(makeTable()), "an operation without a handler");

}  // namespace

constexpr std::array<Handler, 256> kTable = makeTable();
const std::array<Handler, 256> kHandlers = kTable;

void Machine::interpret() {
  while (running_) {
    const Instruction& instruction = *pc_++;
    kTable[static_cast<size_t>(instruction.op)](*this, instruction);
  }
}

}  // namespace cleave::vm
