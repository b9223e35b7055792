// How the flags of a shadow (undefined bits, derived from an address, origin) pass through integer operations. The expression is the
// caller's business. Where a rule needs to know the bits of a symbolic operand, it decides them first, so that the flags hold for all
// inputs of the path.
#pragma once

#include <initializer_list>

#include "vm/private/machine.h"

namespace cleave::vm {

// No undefined bits and not derived from an address. (The origin of a pointer is of no interest to arithmetic.)
bool isPlain(const Machine& m, const Value& v);

// Any undefined bit makes all undefined; any operand derived from an address makes the result so, of no origin.
Shadow flagsOfAny(const Machine& m, Type type, std::initializer_list<Value> operands);

Shadow flagsOfAdd(Machine& m, Type type, const Value& a, const Value& b);
Shadow flagsOfSub(Machine& m, Type type, const Value& a, const Value& b);
Shadow flagsOfMul(Machine& m, Type type, const Value& a, const Value& b);
Shadow flagsOfURem(Machine& m, Type type, const Value& a, const Value& b);
Shadow flagsOfAnd(Machine& m, Type type, const Value& a, const Value& b);
Shadow flagsOfOr(Machine& m, Type type, const Value& a, const Value& b);
Shadow flagsOfXor(Machine& m, Type type, const Value& a, const Value& b);

// Of a shift: `shift()` tells what becomes of the operands' undefined bits; it may use the count, which is then the same for all inputs.
template <class Shift>
Shadow flagsOfShift(Machine& m, Type type, std::initializer_list<Value> shifted, const Value& count, Shift&& shift) {
  Shadow flags = flagsOfAny(m, type, shifted);
  const Shadow& by = m.shadows()[count.shadow];
  flags.addressDerived |= by.addressDerived;
  if (by.undefined != 0) {
    flags.undefined = maskOf(type.width);
  } else if (flags.undefined != 0) {
    m.concretise(count, type, DecisionKind::Concretised);
    flags.undefined = shift();
  }
  return flags;
}

// How a comparison of pointers, or of integers at least one of which is derived from an address, comes to its result.
enum class AddressComparison {
  Exact,   // compare the operands as they are: bits and expressions
  Known,   // the operands' bits give the result, for all inputs of the path and for every layout of memory
  Layout,  // the result depends on where objects lie
};
AddressComparison compareAddresses(Machine& m, Type type, program::IntPredicate predicate, const Value& a, const Value& b);

}  // namespace cleave::vm
