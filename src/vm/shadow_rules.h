// How the flags of a shadow (undefined bits, derived from an address, origin) pass through integer operations. The expression is the caller's
// business. Where a rule needs to know the bits of a symbolic operand, it decides them first, so that the flags hold for all inputs of the path.
#pragma once

#include <initializer_list>

#include "vm/machine.h"

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

// Of a shift of `undefined` bits by a count. When the count is defined it is the same for all inputs after this call (if it matters);
// `shifted` is what became of the operands' undefined bits.
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

// A comparison of pointers, or of integers at least one of which is derived from an address. `expr` is made by the caller when it is asked for.
struct AddressComparison {
  enum class Kind {
    Exact,   // compare the operands as they are: bits and expressions
    Known,   // the operands' bits give the result, for all inputs of the path and for every layout of memory
    Layout,  // the result depends on where objects lie
  };
  Kind kind = Kind::Exact;
};
AddressComparison::Kind compareAddresses(Machine& m, Type type, program::IntPredicate predicate, const Value& a, const Value& b);

}  // namespace cleave::vm
