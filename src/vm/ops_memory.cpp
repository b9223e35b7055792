// The memory instructions, and the checks that every access passes.
//
// Loads and stores have a fast path: a plain pointer, an object that is alive, in bounds, and nothing but bits at the place. Everything
// else goes through Machine::resolve, which finds the object, decides what must be decided and traps.
#include <algorithm>
#include <cstring>

#include "support/check.h"
#include "vm/private/access.h"
#include "vm/private/offset_range.h"
#include "vm/private/ops.h"
#include "vm/private/pointer_expr.h"

namespace cleave::vm {

using expr::ExprId;
using ExprOp = expr::Op;

namespace {

uint64_t loadWord(const uint8_t* from, unsigned bytes) {
  uint64_t word = 0;
  switch (bytes) {
    case 1:
      return *from;
    case 2:
      std::memcpy(&word, from, 2);
      return word;
    case 4:
      std::memcpy(&word, from, 4);
      return word;
    case 8:
      std::memcpy(&word, from, 8);
      return word;
    default:
      std::memcpy(&word, from, bytes);
      return word;
  }
}

void storeWord(uint8_t* to, uint64_t word, unsigned bytes) {
  switch (bytes) {
    case 1:
      *to = static_cast<uint8_t>(word);
      return;
    case 2:
      std::memcpy(to, &word, 2);
      return;
    case 4:
      std::memcpy(to, &word, 4);
      return;
    case 8:
      std::memcpy(to, &word, 8);
      return;
    default:
      std::memcpy(to, &word, bytes);
      return;
  }
}

constexpr uint64_t kPointerMarks = 0x0807060504030201;

// Nothing but defined bits, and a pointer only where one is wanted.
bool isPlain(const Object& object, uint64_t offset, unsigned bytes, Type type, uint64_t bits) {
  if (object.undefined != nullptr && loadWord(object.undefined.get() + offset, bytes) != 0) return false;
  if (object.shadows != nullptr) {
    for (unsigned i = 0; i < bytes; ++i)
      if (object.shadows[offset + i].shadow != 0) return false;
  }
  const uint64_t marks = object.pointers != nullptr ? loadWord(object.pointers.get() + offset, bytes) : 0;
  if (!type.isPointer()) return marks == 0;
  return marks == kPointerMarks || (marks == 0 && objectOf(bits) == 0);
}

bool loadPlain(Machine& m, const Instruction& i) {
  const Slot& pointer = m.get(i.a);
  if (pointer.tag() != 0 || i.type.width > 64) return false;
  const Memory& memory = m.memory();
  if (!memory.exists(objectOf(pointer.bits))) return false;
  const Object& object = memory.object(objectOf(pointer.bits));
  const uint64_t offset = offsetOf(pointer.bits);
  const unsigned bytes = i.type.bytes();
  if (!object.holds(offset, bytes) || object.openSize.valid()) return false;
  if (m.tracking() && m.cellsMatter(object)) return false;
  const uint64_t bits = loadWord(object.bytes.get() + offset, bytes);
  if (!isPlain(object, offset, bytes, i.type, bits)) return false;
  m.setPlain(i.dst, bits & mask64(i.type.width));
  return true;
}

bool storePlain(Machine& m, const Instruction& i) {
  const Slot& value = m.get(i.a);
  const Slot& pointer = m.get(i.b);
  if ((value.tag() | pointer.tag()) != 0 || i.type.width > 64) return false;
  Memory& memory = m.memory();
  if (!memory.exists(objectOf(pointer.bits))) return false;
  Object& object = memory.object(objectOf(pointer.bits));
  const uint64_t offset = offsetOf(pointer.bits);
  const unsigned bytes = i.type.bytes();
  if (!object.holds(offset, bytes) || object.openSize.valid() || object.constant || !object.written || !m.openLoops().empty()) return false;
  if (m.tracking() && m.storesMatter(object)) return false;
  const bool marked = i.type.isPointer() && objectOf(value.bits) != 0;
  if (marked && object.pointers == nullptr) return false;
  storeWord(object.bytes.get() + offset, value.bits, bytes);
  if (object.undefined != nullptr) storeWord(object.undefined.get() + offset, 0, bytes);
  if (object.pointers != nullptr) storeWord(object.pointers.get() + offset, marked ? kPointerMarks : 0, bytes);
  if (object.shadows != nullptr) std::fill_n(object.shadows.get() + offset, bytes, ShadowCell{});
  return true;
}

// Where in its object a symbolic pointer lies. One without an origin was decided to lead there, so its other choices do not matter.
ExprId offsetExprOf(Machine& m, const Value& pointer, ObjectIndex object) {
  const Shadow& shadow = m.shadows()[pointer.shadow];
  const uint64_t offset = static_cast<uint64_t>(pointer.bits) - addressOf(object);
  if (shadow.origin == 0) return offsetWithin(m.pool(), shadow.expr, object, offset);
  return m.pool().binary(ExprOp::Sub, shadow.expr, m.pool().bits(64, addressOf(object)));
}

// dst = base + distance, where the base knows its object: the result belongs to the same one, wherever its bits end up.
Value displaced(Machine& m, const Value& base, ObjectIndex object, const Value& distance, ExprId distanceExpr) {
  Value result{static_cast<uint64_t>(base.bits + distance.bits), 0};
  const Shadow from = m.shadows()[base.shadow];
  const Shadow by = m.shadows()[distance.shadow];
  Shadow shadow;
  shadow.origin = object;
  shadow.addressDerived = from.addressDerived || by.addressDerived;
  if ((from.undefined | by.undefined) != 0) shadow.undefined = maskOf(64);
  if (from.expr.valid() || by.expr.valid()) {
    ExprId start = m.exprOf(base, Type::pointer());
    if (from.expr.valid() && from.origin == 0 && object != 0)
      start = m.pool().binary(ExprOp::Add, m.pool().bits(64, addressOf(object)), offsetExprOf(m, base, object));
    shadow.expr = m.pool().binary(ExprOp::Add, start, distanceExpr);
  }
  // No object: what comes of null, or of a number, leads nowhere either.
  const bool isKnown = !shadow.expr.valid() && objectOf(static_cast<Address>(result.bits)) == 0;
  if (object == 0 && !shadow.addressDerived && shadow.undefined == 0 && !isKnown) shadow.origin = from.origin == kNumber ? kNumber : kNowhere;
  result.shadow = m.keep(shadow, Type::pointer(), result.bits);
  return result;
}

// An index as 64 bits, times the element's size.
Value scaledIndex(Machine& m, const Instruction& i, ExprId& e) {
  const Value index = m.value(i.b, i.sourceType);
  const auto wide = static_cast<uint64_t>(asSigned(index.bits, i.sourceType.width));
  Value distance{wide * static_cast<uint64_t>(i.imm), 0};
  if (index.shadow == 0) {
    e = m.pool().bits(64, distance.bits);
    return distance;
  }
  Shadow shadow = m.shadows()[index.shadow];
  if (shadow.undefined != 0) shadow.undefined = maskOf(64);
  if (shadow.expr.valid()) {
    expr::ExprPool& pool = m.pool();
    ExprId extended = shadow.expr;
    if (i.sourceType.width == 1) {
      extended = pool.ite(extended, pool.bits(64, UINT64_MAX), pool.bits(64, 0));
    } else if (i.sourceType.width < 64) {
      extended = pool.extend(ExprOp::SExt, extended, 64);
    } else if (i.sourceType.width > 64) {
      extended = pool.extract(extended, 0, 64);
    }
    shadow.expr = pool.binary(ExprOp::Mul, extended, pool.bits(64, static_cast<uint64_t>(i.imm)));
  }
  distance.shadow = m.keep(shadow, Type::integer(64), distance.bits);
  e = m.exprOf(distance, Type::integer(64));
  return distance;
}

bool lengthOf(Machine& m, const Value& length, uint64_t& bytes) {
  if (!m.requireShowable(length, "the length of a copy")) return false;
  bytes = static_cast<uint64_t>(m.concretise(length, Type::integer(64), DecisionKind::Size));
  return true;
}

constexpr uint64_t kBytesPerStep = 16;  // of a copy or a fill

}  // namespace

// --- checks

bool Machine::resolve(const Value& pointer, uint64_t bytes, Access access, Place& place) {
  if (!requireShowable(pointer, "an address")) return false;
  const auto address = static_cast<Address>(pointer.bits);
  const ExprId e = shadows_[pointer.shadow].expr;
  const ObjectIndex index = objectBehind(pointer);
  if (index == 0) {
    if (isAtNumber(pointer)) return false;
    trap(isNull(pointer) ? TrapKind::NullPointer : TrapKind::OutOfBounds);
    return false;
  }
  const Object& object = memory_.object(index);
  if (object.external) {
    unfinished("the global " + program_.globals[object.source].display + " has no definition here, or is too large");
    return false;
  }
  if (!object.alive) {
    trap(TrapKind::UseAfterFree);
    return false;
  }
  const uint64_t offset = address - addressOf(index);
  ExprId offsetExpr;
  if (e.valid()) offsetExpr = offsetExprOf(*this, pointer, index);
  if (object.openSize.valid()) {
    if (!fitsOpen(index, offset, offsetExpr, bytes)) {
      trap(TrapKind::OutOfBounds);
      return false;
    }
    if (!object.holds(offset, bytes)) {
      unfinished("memory limit");
      return false;
    }
  }
  const bool inside = object.holds(offset, bytes);
  if (e.valid()) {
    const bool mayLeave = bytes > object.size || rangeOf(pool_, offsetExpr).high > object.size - bytes;
    CHECK(inside || mayLeave, "an offset outside of its range");
    if (bytes <= object.size && mayLeave) {
      const ExprId fits = pool_.binary(ExprOp::ULt, offsetExpr, pool_.bits(64, object.size - bytes + 1));
      decide(inside ? fits : pool_.notOf(fits), DecisionKind::TrapCheck);
    }
    if (pool_.isConstant(offsetExpr)) offsetExpr = {};
  }
  if (!inside) {
    trap(TrapKind::OutOfBounds);
    return false;
  }
  if (access == Access::Write && object.constant) {
    trap(TrapKind::ReadOnly);
    return false;
  }
  place = {index, offset, offsetExpr};
  if (access == Access::Write && !openLoops_.empty() && !mayWrite(place, bytes)) return false;
  passedCheck();
  return true;
}

bool Machine::isReadable(const Value& pointer, uint64_t bytes) {
  const Shadow& shadow = shadows_[pointer.shadow];
  if (shadow.undefined != 0) return false;
  const ExprId e = shadow.expr;
  const ObjectIndex index = objectBehind(pointer);
  if (index == 0) {
    isAtNumber(pointer);
    return false;
  }
  const Object& object = memory_.object(index);
  if (object.external || !object.alive) return false;
  if (object.openSize.valid()) fixSize(index);
  if (bytes > object.size) return false;
  const bool inside = object.holds(static_cast<Address>(pointer.bits) - addressOf(index), bytes);
  if (e.valid()) {
    const ExprId fits = pool_.binary(ExprOp::ULt, offsetExprOf(*this, pointer, index), pool_.bits(64, object.size - bytes + 1));
    decide(inside ? fits : pool_.notOf(fits), DecisionKind::TrapCheck);
  }
  return inside;
}

Value movedBy(Machine& m, const Value& pointer, const Value& bytes) {
  return displaced(m, pointer, m.objectBehind(pointer), bytes, m.exprOf(bytes, Type::integer(64)));
}

// --- bytes

bool Machine::requireDisjoint(const Value& to, uint64_t toBytes, const Value& from, uint64_t fromBytes) {
  if (toBytes == 0 || fromBytes == 0 || !requireShowable(to, "an address") || !requireShowable(from, "an address")) return running_;
  const ObjectIndex target = objectBehind(to), source = objectBehind(from);
  if (target == 0 || target != source) return running_;
  const uint64_t distance = static_cast<uint64_t>(to.bits) - static_cast<uint64_t>(from.bits);
  const uint64_t reach = toBytes + fromBytes - 1;  // distance in (-toBytes, fromBytes)
  const bool overlaps = distance + (toBytes - 1) < reach;
  if (isSymbolic(to.shadow) || isSymbolic(from.shadow)) {
    const auto offset = [&](const Value& pointer) {
      return isSymbolic(pointer.shadow) ? offsetExprOf(*this, pointer, target)
                                        : pool_.bits(64, static_cast<uint64_t>(pointer.bits) - addressOf(target));
    };
    const ExprId apart = pool_.binary(ExprOp::Sub, offset(to), offset(from));
    const ExprId literal = pool_.binary(ExprOp::ULt, pool_.binary(ExprOp::Add, apart, pool_.bits(64, toBytes - 1)), pool_.bits(64, reach));
    decide(overlaps ? literal : pool_.notOf(literal), DecisionKind::TrapCheck);
  }
  if (overlaps) {
    trap(TrapKind::OverlappingCopy);
    return false;
  }
  passedCheck();
  return true;
}

bool Machine::copyBytes(const Value& to, const Value& from, const Value& length, Overlap overlap) {
  uint64_t bytes = 0;
  // Which of two bad places is seen first must not depend on what is symbolic: the target, unless it is known to be good.
  if (trapsByLength(to, length, Access::Write) || (!isSymbolic(to.shadow) && trapsByLength(from, length, Access::Read))) return false;
  if (!lengthOf(*this, length, bytes)) return false;
  if (bytes == 0) {
    // Another length would have written, or trapped.
    wrote(pending_);
    passedCheck();
    return true;
  }
  Place target, source;
  if (!resolve(to, bytes, Access::Write, target) || !resolve(from, bytes, Access::Read, source)) return false;
  fixOffset(*this, target);
  fixOffset(*this, source);
  // To copy something to where it stands changes nothing, and compilers do it: `*p = *q` where p is q.
  const uint64_t distance = target.offset - source.offset;
  if (overlap == Overlap::Trap && target.object == source.object && distance != 0 && distance + (bytes - 1) < 2 * bytes - 1) {
    trap(TrapKind::OverlappingCopy);
    return false;
  }
  if (!spend(bytes / kBytesPerStep)) return false;
  if (!memory_.copy(memory_.object(target.object), target.offset, memory_.object(source.object), source.offset, bytes)) {
    unfinished("memory limit");
    return false;
  }
  if (!stampCopy(target.object, target.offset, source.object, source.offset, bytes)) return false;
  wrote(pending_);
  return true;
}

bool Machine::fillBytes(const Value& to, const Value& byte, const Value& length) {
  uint64_t bytes = 0;
  if (trapsByLength(to, length, Access::Write)) return false;
  if (!lengthOf(*this, length, bytes)) return false;
  if (bytes == 0) {
    // Another length would have written, or trapped.
    wrote(pending_);
    passedCheck();
    return true;
  }
  Place target;
  if (!resolve(to, bytes, Access::Write, target)) return false;
  fixOffset(*this, target);
  if (!spend(bytes / kBytesPerStep)) return false;
  if (byte.shadow == 0) {
    memory_.fill(memory_.object(target.object), target.offset, static_cast<uint8_t>(byte.bits), bytes);
    if (!stampCells(target.object, target.offset, bytes, byte.rel)) return false;
  } else {
    for (uint64_t i = 0; i < bytes; ++i)
      if (!storeAt(*this, target.object, target.offset + i, Type::integer(8), byte)) return false;
  }
  wrote(pending_);
  return true;
}

bool Machine::readString(const Value& pointer, std::string& text) {
  Place place;
  if (!resolve(pointer, 1, Access::Read, place)) return false;
  fixOffset(*this, place);
  fixSize(place.object);
  const uint64_t size = memory_.object(place.object).size;
  text.clear();
  for (; place.offset < size; ++place.offset) {
    const Value byte = loadAt(*this, place.object, place.offset, Type::integer(8));
    if (!requireShowable(byte, "a string") || !spend(1)) return false;
    const auto character = static_cast<char>(concretise(byte, Type::integer(8), DecisionKind::Concretised));
    if (character == 0) return true;
    text += character;
  }
  trap(TrapKind::OutOfBounds);
  return false;
}

// --- handlers

void opAlloca(Machine& m, const Instruction& i) {
  U128 size = static_cast<uint64_t>(i.imm);
  if (i.b.present()) {
    const Type type = i.sourceType.width != 0 ? i.sourceType : Type::integer(64);
    const Value count = m.value(i.b, type);
    if (!m.requireShowable(count, "the size of an array")) return;
    size *= static_cast<uint64_t>(m.concretise(count, type, DecisionKind::Size));
  }
  const ObjectIndex object =
      size >> 32 != 0 ? 0
                      : m.memory().allocate(ObjectKind::Stack, static_cast<uint64_t>(size), i.extra == 0 ? 1 : i.extra, Fill::Undefined);
  if (object == 0) return m.unfinished("memory limit");
  m.noteMade(object);
  m.frame().stackObjects.push_back(object);
  m.set(i.dst, addressOf(object));
}

void opLoad(Machine& m, const Instruction& i) {
  if (loadPlain(m, i)) [[likely]]
    return;
  Machine::Place place;
  if (!m.resolve(m.value(i.a, Type::pointer()), i.type.bytes(), Machine::Access::Read, place)) return;
  Value value;
  if (m.loadFrom(place, i.type, value)) m.setValue(i.dst, i.type, value);
}

void opStore(Machine& m, const Instruction& i) {
  if (storePlain(m, i)) [[likely]]
    return;
  // What the stored value relies on goes with it; only what the address relies on concerns the places that might have been written instead.
  const RelId start = m.pending();
  const Value value = m.value(i.a, i.type);
  m.setPending(start);
  Machine::Place place;
  if (!m.resolve(m.value(i.b, Type::pointer()), i.type.bytes(), Machine::Access::Write, place)) return;
  m.storeTo(place, i.type, value);
}

void opPtrAdd(Machine& m, const Instruction& i) {
  const Slot& slot = m.get(i.a);
  const uint64_t indexTag = i.b.present() ? m.get(i.b).tag() : 0;
  if ((slot.tag() | indexTag) == 0 && (!i.b.present() || i.sourceType.width <= 64)) [[likely]] {
    uint64_t distance = static_cast<uint64_t>(i.imm);
    if (i.b.present()) distance *= static_cast<uint64_t>(asSigned(m.get(i.b).bits, i.sourceType.width));
    const uint64_t address = slot.bits + distance;
    if (objectOf(address) == objectOf(slot.bits)) return m.setPlain(i.dst, address);
  }
  const Value base = m.value(i.a, Type::pointer());
  Value distance{static_cast<uint64_t>(i.imm), 0};
  ExprId distanceExpr = m.pool().bits(64, distance.bits);
  if (i.b.present()) distance = scaledIndex(m, i, distanceExpr);
  const Shadow& shadow = m.shadows()[base.shadow];
  // Without an object of its own a symbolic pointer belongs to the one its value says; that ends to be true when something is added, so it
  // is decided now.
  const ObjectIndex object = shadow.undefined != 0 || shadow.addressDerived ? shadow.origin : m.objectBehind(base);
  m.setValue(i.dst, Type::pointer(), displaced(m, base, object, distance, distanceExpr));
}

namespace {

void copy(Machine& m, const Instruction& i, Machine::Overlap overlap) {
  m.copyBytes(m.value(i.a, Type::pointer()), m.value(i.b, Type::pointer()), m.value(i.c, Type::integer(64)), overlap);
}

}  // namespace

void opMemCpy(Machine& m, const Instruction& i) { copy(m, i, Machine::Overlap::Trap); }
void opMemMove(Machine& m, const Instruction& i) { copy(m, i, Machine::Overlap::Allowed); }

void opMemSet(Machine& m, const Instruction& i) {
  m.fillBytes(m.value(i.a, Type::pointer()), m.value(i.b, Type::integer(8)), m.value(i.c, Type::integer(64)));
}

}  // namespace cleave::vm
