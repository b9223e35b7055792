// The instruction handlers, one per operation, grouped by the file that defines them. Only the loop in dispatch.cpp calls them.
// The frequent ones are in ops_frequent.h.
#pragma once

#include "vm/private/machine.h"

namespace cleave::vm {

// --- ops_int.cpp
void opUDiv(Machine& m, const Instruction& i);
void opSDiv(Machine& m, const Instruction& i);
void opURem(Machine& m, const Instruction& i);
void opSRem(Machine& m, const Instruction& i);

// --- ops_bits.cpp: the operations that intrinsics stand for
void opCtPop(Machine& m, const Instruction& i);
void opCtLz(Machine& m, const Instruction& i);
void opCtTz(Machine& m, const Instruction& i);
void opBSwap(Machine& m, const Instruction& i);
void opBitReverse(Machine& m, const Instruction& i);
void opAbs(Machine& m, const Instruction& i);
void opFShl(Machine& m, const Instruction& i);
void opFShr(Machine& m, const Instruction& i);
void opSMin(Machine& m, const Instruction& i);
void opSMax(Machine& m, const Instruction& i);
void opUMin(Machine& m, const Instruction& i);
void opUMax(Machine& m, const Instruction& i);
void opSAddSat(Machine& m, const Instruction& i);
void opUAddSat(Machine& m, const Instruction& i);
void opSSubSat(Machine& m, const Instruction& i);
void opUSubSat(Machine& m, const Instruction& i);
void opSShlSat(Machine& m, const Instruction& i);
void opUShlSat(Machine& m, const Instruction& i);
void opSAddOverflow(Machine& m, const Instruction& i);
void opUAddOverflow(Machine& m, const Instruction& i);
void opSSubOverflow(Machine& m, const Instruction& i);
void opUSubOverflow(Machine& m, const Instruction& i);
void opSMulOverflow(Machine& m, const Instruction& i);
void opUMulOverflow(Machine& m, const Instruction& i);

// --- ops_float.cpp
void opFAdd(Machine& m, const Instruction& i);
void opFSub(Machine& m, const Instruction& i);
void opFMul(Machine& m, const Instruction& i);
void opFDiv(Machine& m, const Instruction& i);
void opFRem(Machine& m, const Instruction& i);
void opFNeg(Machine& m, const Instruction& i);
void opFCmp(Machine& m, const Instruction& i);
void opFAbs(Machine& m, const Instruction& i);
void opFSqrt(Machine& m, const Instruction& i);
void opFFma(Machine& m, const Instruction& i);
void opFFloor(Machine& m, const Instruction& i);
void opFCeil(Machine& m, const Instruction& i);
void opFTrunc(Machine& m, const Instruction& i);
void opFRint(Machine& m, const Instruction& i);
void opFNearbyInt(Machine& m, const Instruction& i);
void opFRound(Machine& m, const Instruction& i);
void opFRoundEven(Machine& m, const Instruction& i);
void opFMinNum(Machine& m, const Instruction& i);
void opFMaxNum(Machine& m, const Instruction& i);
void opFMinimum(Machine& m, const Instruction& i);
void opFMaximum(Machine& m, const Instruction& i);
void opFCopySign(Machine& m, const Instruction& i);
void opFIsClass(Machine& m, const Instruction& i);

// --- ops_cast.cpp
void opFPTrunc(Machine& m, const Instruction& i);
void opFPExt(Machine& m, const Instruction& i);
void opFPToSI(Machine& m, const Instruction& i);
void opFPToUI(Machine& m, const Instruction& i);
void opSIToFP(Machine& m, const Instruction& i);
void opUIToFP(Machine& m, const Instruction& i);
void opPtrToInt(Machine& m, const Instruction& i);
void opIntToPtr(Machine& m, const Instruction& i);
void opBitCast(Machine& m, const Instruction& i);
void opFreeze(Machine& m, const Instruction& i);

// --- ops_memory.cpp
void opAlloca(Machine& m, const Instruction& i);
void opLoad(Machine& m, const Instruction& i);
void opStore(Machine& m, const Instruction& i);
void opPtrAdd(Machine& m, const Instruction& i);
void opMemCpy(Machine& m, const Instruction& i);
void opMemMove(Machine& m, const Instruction& i);
void opMemSet(Machine& m, const Instruction& i);
void opVaStart(Machine& m, const Instruction& i);
void opVaEnd(Machine& m, const Instruction& i);
void opVaCopy(Machine& m, const Instruction& i);

// --- ops_control.cpp
void opCall(Machine& m, const Instruction& i);
void opSwitch(Machine& m, const Instruction& i);
void opReturn(Machine& m, const Instruction& i);
void opUnreachable(Machine& m, const Instruction& i);
void opUnsupported(Machine& m, const Instruction& i);

}  // namespace cleave::vm
