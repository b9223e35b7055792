// Loads and stores at places that passed their checks: from the bytes, shadows and marks that Memory keeps to values with expressions, and
// back. Internal to src/vm; the checks themselves are Machine::resolve.
#pragma once

#include <cstdint>
#include <optional>

#include "vm/private/machine.h"

namespace cleave::vm {

// At a concrete place. A load may decide things: that a float whose bits are read is not a NaN, which object a pointer read as an integer
// means.
Value loadAt(Machine& m, ObjectIndex object, uint64_t offset, Type type);
bool storeAt(Machine& m, ObjectIndex object, uint64_t offset, Type type, const Value& value);  // false: the run was ended
expr::ExprId memoryForm(Machine& m, const Value& value, Type type);  // the expression of all its bytes: Bits of a multiple of 8, or Float

// The low bits of an integer.
Value narrow(Machine& m, const Value& v, Type type);

// What a load at a concrete place would give, if that needs no decision and the value is plain: defined, and not derived from an address.
struct PlainLoad {
  expr::ExprId expr;              // or the constant, of the type's sort
  ObjectIndex object = 0;         // of a pointer: where it leads; 0: nowhere, or only its value tells
  bool strays = false;            // the address need not lie in that object, so `object` must not be forgotten
  bool isFloatOrConcrete = true;  // nothing symbolic there but a whole float
};
std::optional<PlainLoad> peek(Machine& m, ObjectIndex object, uint64_t offset, Type type);

// A pointer into an object, so many bytes (64 bits) on.
Value movedBy(Machine& m, const Value& pointer, const Value& bytes);

// A pointer without its expression: a symbolic one is fixed to its value by a decision. False when the run was ended.
bool fixPointer(Machine& m, Value& pointer);

// At a symbolic place that cannot be expressed exactly: fixes the offset to its concrete value by a decision.
void fixOffset(Machine& m, Machine::Place& place);

// At a symbolic place, exactly. False when that is not possible (nothing was changed or decided): fix the offset instead.
bool loadSymbolic(Machine& m, const Machine::Place& place, Type type, Value& value);
bool storeSymbolic(Machine& m, const Machine::Place& place, Type type, const Value& value);

}  // namespace cleave::vm
