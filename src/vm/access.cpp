#include "vm/private/access.h"

#include "support/check.h"
#include "support/float_format.h"

namespace cleave::vm {

using expr::ExprId;
using ExprOp = expr::Op;

namespace {

// One load in the making: the bytes of an object as an integer, with everything they carry.
class ByteReader {
 public:
  ByteReader(Machine& m, ObjectIndex object, uint64_t offset, unsigned bytes)
      : m_(m), object_(m.memory().object(object)), offset_(offset), bytes_(bytes), loaded_(m.memory().load(object_, offset, bytes)) {
    m.relyOnCells(object, offset, bytes);
  }

  const Memory::Loaded& loaded() const { return loaded_; }
  Type intType() const { return Type::integer(8 * bytes_); }

  // The value as an integer of all the bytes. May decide.
  Value asInteger() {
    if (loaded_.marks == Memory::Marks::Whole && loaded_.undefined == 0 && !loaded_.mixed)
      return m_.reinterpret(loaded_.value, Type::pointer(), Type::integer(64));
    Shadow shadow;
    shadow.undefined = loaded_.undefined;
    if (loaded_.mixed || isFloat(loaded_.value.shadow)) {
      shadow.expr = compose();
    } else {
      shadow.expr = m_.shadows()[loaded_.value.shadow].expr;
    }
    shadow.addressDerived = carriesAddress();
    if (shadow.addressDerived) shadow.origin = commonOrigin();
    return {loaded_.value.bits, m_.keep(shadow, intType(), loaded_.value.bits)};
  }

  bool carriesAddress() const {
    if (loaded_.marks != Memory::Marks::None && holdsAddress()) return true;
    if (!loaded_.mixed) return m_.shadows()[loaded_.value.shadow].addressDerived;
    for (const ShadowCell& cell : m_.memory().cellsAt(object_, offset_, bytes_))
      if (m_.shadows()[cell.shadow].addressDerived) return true;
    return false;
  }

  bool carriesFloat() const {
    if (!loaded_.mixed) return isFloat(loaded_.value.shadow);
    for (const ShadowCell& cell : m_.memory().cellsAt(object_, offset_, bytes_))
      if (isFloat(cell.shadow)) return true;
    return false;
  }

  // The bytes as an expression of Bits, from the parts of the values that were stored there.
  ExprId compose() {
    const std::span<const ShadowCell> cells = m_.memory().cellsAt(object_, offset_, bytes_);
    ExprId all;
    for (unsigned first = 0, end = 0; first < bytes_; first = end) {
      end = first + 1;
      const ExprId source = m_.shadows()[cells[first].shadow].expr;
      while (end < bytes_ &&
             (source.valid() ? continues(cells[first], cells[end], end - first) : !m_.shadows()[cells[end].shadow].expr.valid()))
        ++end;
      const ExprId part = partOf(cells[first], first, end - first);
      all = all.valid() ? m_.pool().binary(ExprOp::Concat, part, all) : part;
    }
    return all;
  }

 private:
  static bool continues(const ShadowCell& first, const ShadowCell& cell, unsigned distance) {
    return cell.shadow == first.shadow && cell.size == first.size && cell.index == first.index + distance;
  }

  bool isFloat(ShadowId shadow) const {
    const ExprId e = m_.shadows()[shadow].expr;
    return e.valid() && m_.pool().sort(e).isFloat();
  }

  // Bytes [first, first + count) of this load, which are neighbours in one stored value, or have no expression.
  ExprId partOf(const ShadowCell& cell, unsigned first, unsigned count) {
    const U128 concrete = truncateTo(loaded_.value.bits >> (8 * first), 8 * count);
    ExprId source = m_.shadows()[cell.shadow].expr;
    if (source.valid() && isFloat(cell.shadow)) source = bitsOfFloat(cell, offset_ + first);
    if (!source.valid()) return m_.pool().bits(8 * count, concrete);
    return m_.pool().extract(source, 8 * cell.index, 8 * count);
  }

  // The pattern of a float of which the byte at `offset` is a part; invalid when it was fixed to its concrete value.
  ExprId bitsOfFloat(const ShadowCell& cell, uint64_t offset) {
    const Type floating = Type::floating(8u * cell.size);
    const uint64_t start = offset - cell.index;
    if (cell.index <= offset && object_.holds(start, cell.size)) {
      const Memory::Loaded whole = m_.memory().load(object_, start, cell.size);
      if (!whole.mixed && whole.value.shadow == cell.shadow) {
        const Value bits = m_.reinterpret(whole.value, floating, Type::integer(floating.width));
        return m_.shadows()[bits.shadow].expr;
      }
    }
    // Partly overwritten: its value is no longer at hand to tell whether it is a NaN.
    m_.concretiseInputsOf(m_.shadows()[cell.shadow].expr);
    return {};
  }

  // Of the pointers that parts are loaded of, one leads to an object. May decide.
  bool holdsAddress() const {
    uint64_t last = UINT64_MAX;
    for (unsigned i = 0; i < bytes_; ++i) {
      uint64_t start = 0;
      if (object_.pointers[offset_ + i] == 0) continue;
      if (!m_.memory().pointerAround(object_, offset_ + i, start)) return true;
      if (start == last) continue;
      last = start;
      const Memory::Loaded pointer = m_.memory().load(object_, start, 8);
      const Shadow& shadow = m_.shadows()[pointer.value.shadow];
      if (pointer.mixed || pointer.undefined != 0 || shadow.addressDerived || m_.objectBehind(pointer.value) != 0) return true;
    }
    return false;
  }

  // The object that all bytes were derived from, if they agree on one; else 0.
  ObjectIndex commonOrigin() const {
    const ObjectIndex first = originOf(0);
    for (unsigned i = 1; i < bytes_; ++i)
      if (originOf(i) != first) return 0;
    return first;
  }

  ObjectIndex originOf(unsigned byte) const {
    uint64_t start = 0;
    if (object_.pointers != nullptr && object_.pointers[offset_ + byte] != 0) {
      if (!m_.memory().pointerAround(object_, offset_ + byte, start)) return 0;
      const Memory::Loaded pointer = m_.memory().load(object_, start, 8);
      const Shadow& shadow = m_.shadows()[pointer.value.shadow];
      if (shadow.origin != 0 || shadow.expr.valid() || pointer.mixed) return shadow.origin;
      return objectOf(static_cast<Address>(pointer.value.bits));
    }
    const std::span<const ShadowCell> cells = m_.memory().cellsAt(object_, offset_, bytes_);
    return cells.empty() ? 0 : m_.shadows()[cells[byte].shadow].origin;
  }

  Machine& m_;
  const Object& object_;
  uint64_t offset_;
  unsigned bytes_;
  Memory::Loaded loaded_;
};

// The low bits of an integer, for types that do not fill their bytes.
ExprId lowBits(Machine& m, ExprId e, Type type) {
  if (type.width == 1) return m.pool().equal(m.pool().extract(e, 0, 1), m.pool().bits(1, 1));
  return m.pool().extract(e, 0, type.width);
}

std::optional<PlainLoad> peekPointer(Machine& m, const Memory::Loaded& loaded) {
  const auto address = static_cast<Address>(loaded.value.bits);
  const Shadow& shadow = m.shadows()[loaded.value.shadow];
  PlainLoad plain;
  if (loaded.mixed) return std::nullopt;
  if (loaded.marks == Memory::Marks::None) {
    if (loaded.value.shadow != 0 || objectOf(address) != 0) return std::nullopt;
  } else {
    if (loaded.marks == Memory::Marks::Parts || shadow.addressDerived) return std::nullopt;
    plain.object = shadow.origin != 0 ? shadow.origin : shadow.expr.valid() ? 0 : objectOf(address);
    plain.strays = shadow.origin != 0;
  }
  plain.expr = shadow.expr.valid() ? shadow.expr : m.pool().bits(64, address);
  return plain;
}

}  // namespace

Value narrow(Machine& m, const Value& v, Type type) {
  Value result{truncateTo(v.bits, type.width), 0};
  if (v.shadow == 0) return result;
  Shadow shadow = m.shadows()[v.shadow];
  shadow.undefined = truncateTo(shadow.undefined, type.width);
  if (shadow.expr.valid()) shadow.expr = lowBits(m, shadow.expr, type);
  result.shadow = m.keep(shadow, type, result.bits);
  return result;
}

Value loadAt(Machine& m, ObjectIndex object, uint64_t offset, Type type) {
  const unsigned bytes = type.bytes();
  ByteReader reader(m, object, offset, bytes);
  const Memory::Loaded& loaded = reader.loaded();
  const bool whole = !loaded.mixed && loaded.undefined == 0;
  if (type.isPointer() && whole && loaded.marks == Memory::Marks::Whole) return loaded.value;
  if (type.isFloat() && whole && loaded.marks == Memory::Marks::None && reader.carriesFloat()) return loaded.value;
  if (type.isInt() && type.width == 8 * bytes && whole && loaded.marks == Memory::Marks::None && !reader.carriesFloat())
    return loaded.value;
  const Value bits = reader.asInteger();
  if (!type.isInt()) return m.reinterpret(bits, reader.intType(), type);
  return type.width == 8 * bytes ? bits : narrow(m, bits, type);
}

bool storeAt(Machine& m, ObjectIndex object, uint64_t offset, Type type, const Value& value) {
  const unsigned bytes = type.bytes();
  Value stored = value;
  if (value.shadow != 0 && type.width != 8 * bytes) {
    const Type full = Type::integer(8 * bytes);
    Shadow shadow = m.shadows()[value.shadow];
    if (shadow.expr.valid()) shadow.expr = memoryForm(m, value, type);
    stored.shadow = m.keep(shadow, full, value.bits);
  }
  if (m.memory().store(m.memory().object(object), offset, bytes, stored, type.isPointer()))
    return m.stampCells(object, offset, bytes, value.rel);
  m.unfinished("memory limit");
  return false;
}

ExprId memoryForm(Machine& m, const Value& value, Type type) {
  const ExprId e = m.exprOf(value, type);
  const unsigned width = 8 * type.bytes();
  if (type.width == width) return e;
  if (type.width == 1) return m.pool().ite(e, m.pool().bits(width, 1), m.pool().bits(width, 0));
  return m.pool().extend(ExprOp::ZExt, e, width);
}

std::optional<PlainLoad> peek(Machine& m, ObjectIndex object, uint64_t offset, Type type) {
  ByteReader reader(m, object, offset, type.bytes());
  const Memory::Loaded& loaded = reader.loaded();
  if (loaded.undefined != 0) return std::nullopt;
  if (type.isPointer()) return peekPointer(m, loaded);
  if (reader.carriesAddress()) return std::nullopt;

  PlainLoad plain;
  const Shadow& shadow = m.shadows()[loaded.value.shadow];
  if (!loaded.mixed && !shadow.expr.valid()) {
    if (type.isFloat() && !isFloatPattern(loaded.value.bits, type.width)) return std::nullopt;
    plain.expr = m.pool().constant(sortOf(type), truncateTo(loaded.value.bits, type.width));
    return plain;
  }
  if (reader.carriesFloat()) {
    if (!type.isFloat() || loaded.mixed) return std::nullopt;
    plain.expr = shadow.expr;
    return plain;
  }
  if (type.isFloat() && type.width == 80) return std::nullopt;  // are the bits a long double? A decision
  plain.isFloatOrConcrete = false;
  const ExprId bits = loaded.mixed ? reader.compose() : shadow.expr;
  if (type.isFloat()) {
    plain.expr = m.pool().convert(ExprOp::FFromBits, bits, sortOf(type));
  } else {
    plain.expr = type.width == 8 * type.bytes() ? bits : lowBits(m, bits, type);
  }
  return plain;
}

bool fixPointer(Machine& m, Value& pointer) {
  if (!m.requireShowable(pointer, "an address")) return false;
  if (m.isAtNumber(pointer)) return false;
  if (!m.isSymbolic(pointer.shadow)) return true;
  m.concretise(pointer, Type::pointer(), DecisionKind::Address);
  Shadow shadow = m.shadows()[pointer.shadow];
  shadow.expr = {};
  pointer.shadow = m.keep(shadow, Type::pointer(), pointer.bits);
  return true;
}

void fixOffset(Machine& m, Machine::Place& place) {
  if (place.offsetExpr.valid()) m.decide(m.pool().equal(place.offsetExpr, m.pool().bits(64, place.offset)), DecisionKind::Address);
  place.offsetExpr = {};
}

bool Machine::loadFrom(const Place& place, Type type, Value& value) {
  if (place.offsetExpr.valid() && loadSymbolic(*this, place, type, value)) return running_;
  Place fixed = place;
  fixOffset(*this, fixed);
  value = loadAt(*this, fixed.object, fixed.offset, type);
  return running_;
}

bool Machine::storeTo(const Place& place, Type type, const Value& value) {
  const RelId address = pending_;
  if (place.offsetExpr.valid()) {
    rely(value.rel);
    const bool done = storeSymbolic(*this, place, type, value);
    pending_ = address;
    wrote(address);
    if (done) return running_;
  }
  Place fixed = place;
  fixOffset(*this, fixed);
  if (!storeAt(*this, fixed.object, fixed.offset, type, value)) return false;
  wrote(pending_);
  return true;
}

}  // namespace cleave::vm
