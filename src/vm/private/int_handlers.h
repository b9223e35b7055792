// Handlers of integer operations, made from their meanings (int_meaning.h). A concrete operation on up to 64 bits is all of the fast path;
// wider types and operands with a shadow take the general one, which works on Values.
#pragma once

#include "vm/private/int_meaning.h"
#include "vm/private/machine.h"
#include "vm/private/shadow_rules.h"

namespace cleave::vm {

// The expression of an operation on register values, of the register's sort.
template <class Meaning, class... Operands>
expr::ExprId expressionOf(Machine& m, Type type, const Operands&... operands) {
  expr::ExprPool& pool = m.pool();
  if constexpr (requires { Meaning::boolean(pool, m.exprOf(operands, type)...); }) {
    if (type.width == 1) return Meaning::boolean(pool, m.exprOf(operands, type)...);
  }
  const Terms terms{pool, type.width};
  return registerExpr(pool, Meaning::expr(terms, bitsExpr(pool, m.exprOf(operands, type))...));
}

// The result of an operation whose flags are known.
template <class Meaning, class... Operands>
Value resultOf(Machine& m, Type type, Shadow flags, const Operands&... operands) {
  Value result{Meaning::template bits<U128>(operands.bits..., type.width), 0};
  if ((m.isSymbolic(operands.shadow) || ...)) flags.expr = expressionOf<Meaning>(m, type, operands...);
  result.shadow = m.keep(flags, type, result.bits);
  return result;
}

using BinaryRule = Shadow (*)(Machine&, Type, const Value&, const Value&);

inline Shadow anyOfTwo(Machine& m, Type type, const Value& a, const Value& b) { return flagsOfAny(m, type, {a, b}); }

template <class Meaning>
Shadow flagsOfShiftBy(Machine& m, Type type, const Value& a, const Value& b) {
  return flagsOfShift(m, type, {a}, b, [&] { return Meaning::template bits<U128>(m.shadows()[a.shadow].undefined, b.bits, type.width); });
}

template <class Meaning, BinaryRule kRule>
[[gnu::noinline]] void generalBinary(Machine& m, const Instruction& i) {
  const Value a = m.value(i.a, i.type);
  const Value b = m.value(i.b, i.type);
  const Shadow flags = isPlain(m, a) && isPlain(m, b) ? Shadow() : kRule(m, i.type, a, b);
  m.setValue(i.dst, i.type, resultOf<Meaning>(m, i.type, flags, a, b));
}

template <class Meaning, BinaryRule kRule = anyOfTwo>
inline void binary(Machine& m, const Instruction& i) {
  const Slot& a = m.get(i.a);
  const Slot& b = m.get(i.b);
  if ((a.tag() | b.tag()) == 0 && i.type.width <= 64) [[likely]] {
    m.setPlain(i.dst, Meaning::template bits<uint64_t>(a.bits, b.bits, i.type.width));
  } else {
    generalBinary<Meaning, kRule>(m, i);
  }
}

}  // namespace cleave::vm
