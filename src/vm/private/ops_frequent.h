// The handlers that a run spends its time in, to be compiled into the loop of dispatch.cpp. Each is its fast path: concrete operands of up
// to 64 bits; the general path is a function elsewhere.
#pragma once

#include "vm/private/int_handlers.h"
#include "vm/private/machine_inline.h"

namespace cleave::vm {

// --- integers

inline void opAdd(Machine& m, const Instruction& i) { binary<meaning::Add, flagsOfAdd>(m, i); }
inline void opSub(Machine& m, const Instruction& i) { binary<meaning::Sub, flagsOfSub>(m, i); }
inline void opMul(Machine& m, const Instruction& i) { binary<meaning::Mul, flagsOfMul>(m, i); }
inline void opAnd(Machine& m, const Instruction& i) { binary<meaning::And, flagsOfAnd>(m, i); }
inline void opOr(Machine& m, const Instruction& i) { binary<meaning::Or, flagsOfOr>(m, i); }
inline void opXor(Machine& m, const Instruction& i) { binary<meaning::Xor, flagsOfXor>(m, i); }
inline void opShl(Machine& m, const Instruction& i) { binary<meaning::Shl, flagsOfShiftBy<meaning::Shl>>(m, i); }
inline void opLShr(Machine& m, const Instruction& i) { binary<meaning::LShr, flagsOfShiftBy<meaning::LShr>>(m, i); }
inline void opAShr(Machine& m, const Instruction& i) { binary<meaning::AShr, flagsOfShiftBy<meaning::AShr>>(m, i); }

void generalCompare(Machine& m, const Instruction& i);  // ops_int.cpp

inline void opICmp(Machine& m, const Instruction& i) {
  const Slot& a = m.get(i.a);
  const Slot& b = m.get(i.b);
  // Pointers into one object compare as numbers; others need a closer look.
  const bool settled = i.type.isInt() ? i.type.width <= 64 : objectOf(a.bits) == objectOf(b.bits);
  if ((a.tag() | b.tag()) == 0 && settled) [[likely]] {
    m.setPlain(i.dst, meaning::compareBits<uint64_t>(i.flag, i.type.width, a.bits, b.bits));
  } else {
    generalCompare(m, i);
  }
}

// --- casts

void generalTrunc(Machine& m, const Instruction& i);  // ops_cast.cpp
void generalZExt(Machine& m, const Instruction& i);
void generalSExt(Machine& m, const Instruction& i);

inline void opTrunc(Machine& m, const Instruction& i) {
  const Slot& a = m.get(i.a);
  if (a.tag() != 0 || i.type.width > 64) [[unlikely]]
    return generalTrunc(m, i);
  m.setPlain(i.dst, meaning::cut<uint64_t>(a.bits, i.type.width));
}
inline void opZExt(Machine& m, const Instruction& i) {
  const Slot& a = m.get(i.a);
  if (a.tag() != 0 || i.type.width > 64) [[unlikely]]
    return generalZExt(m, i);
  m.setPlain(i.dst, a.bits);
}
inline void opSExt(Machine& m, const Instruction& i) {
  const Slot& a = m.get(i.a);
  if (a.tag() != 0 || i.type.width > 64) [[unlikely]]
    return generalSExt(m, i);
  m.setPlain(i.dst, meaning::cut<uint64_t>(static_cast<uint64_t>(meaning::asSigned<uint64_t>(a.bits, i.sourceType.width)), i.type.width));
}
inline void opCopy(Machine& m, const Instruction& i) {
  const Slot* a = &m.get(i.a);
  if (m.tracking() && a->tag() != 0) [[unlikely]]
    return m.setValue(i.dst, i.type, m.value(i.a, i.type));
  m.reg(i.dst) = a[0];
  if (i.type.width > 64) m.reg(i.dst + 1) = a[1];
}

// --- control

void generalSelect(Machine& m, const Instruction& i);  // ops_control.cpp
bool decideBranch(Machine& m, const Instruction& i);   // false: the run was ended

inline void opSelect(Machine& m, const Instruction& i) {
  const Slot& condition = m.get(i.a);
  if (condition.tag() != 0) [[unlikely]]
    return generalSelect(m, i);
  const Operand operand = condition.bits != 0 ? i.b : i.c;
  const Slot* chosen = &m.get(operand);
  if (m.tracking() && chosen->tag() != 0) [[unlikely]]
    return m.setValue(i.dst, i.type, m.value(operand, i.type));
  m.reg(i.dst) = chosen[0];
  if (i.type.width > 64) m.reg(i.dst + 1) = chosen[1];
}
template <bool kTracked>
inline void opJump(Machine& m, const Instruction& i) {
  m.takeEdge<kTracked>(i.extra);
}
template <bool kTracked>
inline void opBranch(Machine& m, const Instruction& i) {
  const Slot& condition = m.get(i.a);
  const bool taken = condition.bits != 0;
  if ((condition.tag() | (kTracked ? m.pending() : 0)) != 0 && !decideBranch(m, i)) [[unlikely]]
    return;
  m.takeEdge<kTracked>(taken ? i.extra : static_cast<uint32_t>(i.imm));
}

}  // namespace cleave::vm
