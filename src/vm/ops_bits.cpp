// The integer operations that intrinsics stand for: counting and turning bits, funnel shifts, minima and maxima, saturation, overflow
// flags.
#include "vm/private/int_handlers.h"
#include "vm/private/ops.h"

namespace cleave::vm {

namespace {

// `kTurns`: the operation only moves bits, so undefined ones move along.
template <class Meaning, bool kTurns = false>
void unary(Machine& m, const Instruction& i) {
  const Slot& slot = m.get(i.a);
  if (slot.tag() == 0 && i.type.width <= 64) [[likely]] {
    m.setPlain(i.dst, Meaning::template bits<uint64_t>(slot.bits, i.type.width));
    return;
  }
  const Value a = m.value(i.a, i.type);
  Shadow flags = flagsOfAny(m, i.type, {a});
  if (kTurns) flags.undefined = Meaning::template bits<U128>(m.shadows()[a.shadow].undefined, i.type.width);
  m.setValue(i.dst, i.type, resultOf<Meaning>(m, i.type, flags, a));
}

template <class Meaning>
void funnelShift(Machine& m, const Instruction& i) {
  const Value a = m.value(i.a, i.type);
  const Value b = m.value(i.b, i.type);
  const Value c = m.value(i.c, i.type);
  const Shadow flags = flagsOfShift(m, i.type, {a, b}, c, [&] {
    return Meaning::template bits<U128>(m.shadows()[a.shadow].undefined, m.shadows()[b.shadow].undefined, c.bits, i.type.width);
  });
  m.setValue(i.dst, i.type, resultOf<Meaning>(m, i.type, flags, a, b, c));
}

// The wrapped result goes to dst, whether it overflowed to the register `extra`.
template <class Overflows>
void withOverflow(Machine& m, const Instruction& i) {
  using Wrapped = typename Overflows::Wrapped;
  const Slot& slotA = m.get(i.a);
  const Slot& slotB = m.get(i.b);
  if ((slotA.tag() | slotB.tag()) == 0 && i.type.width <= 64) [[likely]] {
    const uint64_t a = slotA.bits;
    const uint64_t b = slotB.bits;
    m.setPlain(i.dst, Wrapped::template bits<uint64_t>(a, b, i.type.width));
    m.set(i.extra, Overflows::template bits<uint64_t>(a, b, i.type.width));
    return;
  }
  const Value a = m.value(i.a, i.type);
  const Value b = m.value(i.b, i.type);
  const Type truth = Type::integer(1);
  Shadow flags = flagsOfAny(m, truth, {a, b});
  const bool overflows = Overflows::template bits<U128>(a.bits, b.bits, i.type.width);
  if (m.isSymbolic(a.shadow) || m.isSymbolic(b.shadow)) {
    expr::ExprPool& pool = m.pool();
    const Terms terms{pool, i.type.width};
    flags.expr = Overflows::expr(terms, bitsExpr(pool, m.exprOf(a, i.type)), bitsExpr(pool, m.exprOf(b, i.type)));
  }
  const Value wrapped = resultOf<Wrapped>(m, i.type, flagsOfAny(m, i.type, {a, b}), a, b);
  m.setValue(i.dst, i.type, wrapped);
  m.set(i.extra, overflows, m.keep(flags, truth, overflows));
}

}  // namespace

void opCtPop(Machine& m, const Instruction& i) { unary<meaning::CtPop>(m, i); }
void opCtLz(Machine& m, const Instruction& i) { unary<meaning::CtLz>(m, i); }
void opCtTz(Machine& m, const Instruction& i) { unary<meaning::CtTz>(m, i); }
void opBSwap(Machine& m, const Instruction& i) { unary<meaning::BSwap, true>(m, i); }
void opBitReverse(Machine& m, const Instruction& i) { unary<meaning::BitReverse, true>(m, i); }
void opAbs(Machine& m, const Instruction& i) { unary<meaning::Abs>(m, i); }

void opFShl(Machine& m, const Instruction& i) { funnelShift<meaning::FShl>(m, i); }
void opFShr(Machine& m, const Instruction& i) { funnelShift<meaning::FShr>(m, i); }

void opSMin(Machine& m, const Instruction& i) { binary<meaning::SMin>(m, i); }
void opSMax(Machine& m, const Instruction& i) { binary<meaning::SMax>(m, i); }
void opUMin(Machine& m, const Instruction& i) { binary<meaning::UMin>(m, i); }
void opUMax(Machine& m, const Instruction& i) { binary<meaning::UMax>(m, i); }

void opSAddSat(Machine& m, const Instruction& i) { binary<meaning::SAddSat>(m, i); }
void opUAddSat(Machine& m, const Instruction& i) { binary<meaning::UAddSat>(m, i); }
void opSSubSat(Machine& m, const Instruction& i) { binary<meaning::SSubSat>(m, i); }
void opUSubSat(Machine& m, const Instruction& i) { binary<meaning::USubSat>(m, i); }
void opSShlSat(Machine& m, const Instruction& i) { binary<meaning::SShlSat>(m, i); }
void opUShlSat(Machine& m, const Instruction& i) { binary<meaning::UShlSat>(m, i); }

void opSAddOverflow(Machine& m, const Instruction& i) { withOverflow<meaning::SAddOverflows>(m, i); }
void opUAddOverflow(Machine& m, const Instruction& i) { withOverflow<meaning::UAddOverflows>(m, i); }
void opSSubOverflow(Machine& m, const Instruction& i) { withOverflow<meaning::SSubOverflows>(m, i); }
void opUSubOverflow(Machine& m, const Instruction& i) { withOverflow<meaning::USubOverflows>(m, i); }
void opSMulOverflow(Machine& m, const Instruction& i) { withOverflow<meaning::SMulOverflows>(m, i); }
void opUMulOverflow(Machine& m, const Instruction& i) { withOverflow<meaning::UMulOverflows>(m, i); }

}  // namespace cleave::vm
