#include "vm/private/shadow_rules.h"

#include <bit>
#include <utility>

namespace cleave::vm {

using expr::ExprId;
using ExprOp = expr::Op;
using program::IntPredicate;

namespace {

// Bit k of a sum or product depends on the bits up to k of the operands.
U128 fromLowest(U128 undefined, unsigned width) { return (undefined | (~undefined + 1)) & maskOf(width); }

// Those bits of v that are set (or clear) for all inputs. Decides what a symbolic v has where it matters: at the bits in `where`.
U128 surelySet(Machine& m, Type type, const Value& v, U128 where) {
  m.concretiseBits(v, type, where, DecisionKind::Concretised);
  return v.bits & ~m.shadows()[v.shadow].undefined;
}
U128 surelyClear(Machine& m, Type type, const Value& v, U128 where) {
  m.concretiseBits(v, type, where, DecisionKind::Concretised);
  return ~v.bits & ~m.shadows()[v.shadow].undefined;
}

// If exactly one operand is derived from an address of known origin and the other is a plain number that is the same for all inputs:
// {the former, the latter}, else nulls.
std::pair<const Value*, const Value*> addressAndNumber(const Machine& m, ShadowPool& shadows, const Value& a, const Value& b) {
  for (auto [address, number] : {std::pair(&a, &b), std::pair(&b, &a)}) {
    const Shadow& flags = shadows[address->shadow];
    if (flags.addressDerived && flags.origin != 0 && isPlain(m, *number) && !m.isSymbolic(number->shadow)) return {address, number};
  }
  return {nullptr, nullptr};
}

// Masks of the low bits of an address that the alignment of its object makes the same in every layout of memory.
uint64_t alignedBits(Machine& m, const Value& address) {
  const uint32_t alignment = m.memory().object(m.shadows()[address.shadow].origin).alignment;
  return std::has_single_bit(alignment) ? alignment - 1 : 0;
}

// Or, Xor: a number that fits in the aligned bits moves the address by an amount that no layout changes.
void keepOriginOfTag(Machine& m, Shadow& flags, const Value& a, const Value& b) {
  const auto [address, number] = addressAndNumber(m, m.shadows(), a, b);
  if (address != nullptr && (number->bits & ~U128{alignedBits(m, *address)}) == 0) flags.origin = m.shadows()[address->shadow].origin;
}

// Where an address stands with regard to its object, the same for all inputs after this call.
enum class Position { Start, Inside, End, Outside };
Position positionOf(Machine& m, const Value& v, ObjectIndex index) {
  const uint64_t offset = static_cast<uint64_t>(v.bits) - addressOf(index);
  if (m.isOpen(index) && !m.isSymbolic(v.shadow)) {
    if (offset == 0) return Position::Start;
    if (m.fitsOpen(index, offset, {}, 1)) return Position::Inside;
  }
  m.fixSize(index);
  const Object& object = m.memory().object(index);
  const uint64_t size = object.kind == ObjectKind::Function ? 0 : object.size;
  const bool inside = offset > 0 && offset < size;
  if (m.isSymbolic(v.shadow)) {
    expr::ExprPool& pool = m.pool();
    const ExprId at = pool.binary(ExprOp::Sub, m.shadows()[v.shadow].expr, pool.bits(64, addressOf(index)));
    ExprId literal;
    if (inside) {
      literal = pool.andOf(pool.notOf(pool.equal(at, pool.bits(64, 0))), pool.binary(ExprOp::ULt, at, pool.bits(64, size)));
    } else if (offset <= size) {
      literal = pool.equal(at, pool.bits(64, offset));
    } else {
      literal = pool.binary(ExprOp::ULt, pool.bits(64, size), at);
    }
    m.decide(literal, DecisionKind::Address);
  }
  if (inside) return Position::Inside;
  // Functions and streams have a size, but not one that we know.
  const bool hasInside = object.kind == ObjectKind::Function || m.memory().isStream(index);
  if (offset == 0) return hasInside ? Position::Inside : Position::Start;
  return offset == size ? Position::End : Position::Outside;
}

// Identical constant data may be merged by a linker, and a short string may be the tail of a longer one.
bool mayShareStorage(Machine& m, ObjectIndex a, ObjectIndex b) {
  for (ObjectIndex index : {a, b}) {
    const Object& object = m.memory().object(index);
    if (object.kind != ObjectKind::Global || !object.constant || !m.program().global(program::GlobalId(object.source)).internal)
      return false;
  }
  return true;
}

bool differForSure(Machine& m, const Value& a, ObjectIndex objectA, const Value& b, ObjectIndex objectB) {
  if (!m.memory().object(objectA).alive || !m.memory().object(objectB).alive || mayShareStorage(m, objectA, objectB)) return false;
  const Position atA = positionOf(m, a, objectA);
  const Position atB = positionOf(m, b, objectB);
  if (atA == Position::Outside || atB == Position::Outside) return false;
  const auto mayEnd = [&](Position at, ObjectIndex object) { return at == Position::End || (at == Position::Start && m.isEmpty(object)); };
  return !(mayEnd(atA, objectA) && atB == Position::Start) && !(mayEnd(atB, objectB) && atA == Position::Start);
}

}  // namespace

bool isPlain(const Machine& m, const Value& v) {
  if (v.shadow == 0) return true;
  const Shadow& shadow = m.shadows()[v.shadow];
  return shadow.undefined == 0 && !shadow.addressDerived;
}

Shadow flagsOfAny(const Machine& m, Type type, std::initializer_list<Value> operands) {
  Shadow flags;
  for (const Value& v : operands) {
    const Shadow& shadow = m.shadows()[v.shadow];
    if (shadow.undefined != 0) flags.undefined = maskOf(type.width);
    flags.addressDerived |= shadow.addressDerived;
  }
  return flags;
}

Shadow flagsOfAdd(Machine& m, Type type, const Value& a, const Value& b) {
  const Shadow& sa = m.shadows()[a.shadow];
  const Shadow& sb = m.shadows()[b.shadow];
  Shadow flags;
  flags.undefined = fromLowest(sa.undefined | sb.undefined, type.width);
  flags.addressDerived = sa.addressDerived || sb.addressDerived;
  if (sa.addressDerived != sb.addressDerived) flags.origin = sa.addressDerived ? sa.origin : sb.origin;
  return flags;
}

Shadow flagsOfSub(Machine& m, Type type, const Value& a, const Value& b) {
  const Shadow& sa = m.shadows()[a.shadow];
  const Shadow& sb = m.shadows()[b.shadow];
  Shadow flags;
  flags.undefined = fromLowest(sa.undefined | sb.undefined, type.width);
  const bool distance = sa.addressDerived && sb.addressDerived && sa.origin == sb.origin && sa.origin != 0;
  flags.addressDerived = !distance && (sa.addressDerived || sb.addressDerived);
  if (sa.addressDerived && !sb.addressDerived) flags.origin = sa.origin;
  return flags;
}

Shadow flagsOfMul(Machine& m, Type type, const Value& a, const Value& b) {
  Shadow flags = flagsOfAny(m, type, {a, b});
  flags.undefined = fromLowest(m.shadows()[a.shadow].undefined | m.shadows()[b.shadow].undefined, type.width);
  return flags;
}

Shadow flagsOfURem(Machine& m, Type type, const Value& a, const Value& b) {
  Shadow flags = flagsOfAny(m, type, {a, b});
  const auto [address, number] = addressAndNumber(m, m.shadows(), a, b);
  if (address == &a) {
    const uint64_t divisor = static_cast<uint64_t>(number->bits);
    if (std::has_single_bit(divisor) && divisor - 1 <= alignedBits(m, a)) flags.addressDerived = false;
  }
  return flags;
}

Shadow flagsOfAnd(Machine& m, Type type, const Value& a, const Value& b) {
  const U128 undefinedA = m.shadows()[a.shadow].undefined;
  const U128 undefinedB = m.shadows()[b.shadow].undefined;
  Shadow flags = flagsOfAny(m, type, {a, b});
  flags.undefined = (undefinedA & ~surelyClear(m, type, b, undefinedA)) | (undefinedB & ~surelyClear(m, type, a, undefinedB));
  const auto [address, number] = addressAndNumber(m, m.shadows(), a, b);
  if (address == nullptr) return flags;
  const U128 aligned = alignedBits(m, *address);
  if ((number->bits & ~aligned) == 0) flags.addressDerived = false;
  if ((~number->bits & maskOf(type.width) & ~aligned) == 0) flags.origin = m.shadows()[address->shadow].origin;
  return flags;
}

Shadow flagsOfOr(Machine& m, Type type, const Value& a, const Value& b) {
  const U128 undefinedA = m.shadows()[a.shadow].undefined;
  const U128 undefinedB = m.shadows()[b.shadow].undefined;
  Shadow flags = flagsOfAny(m, type, {a, b});
  flags.undefined = (undefinedA & ~surelySet(m, type, b, undefinedA)) | (undefinedB & ~surelySet(m, type, a, undefinedB));
  keepOriginOfTag(m, flags, a, b);
  return flags;
}

Shadow flagsOfXor(Machine& m, Type type, const Value& a, const Value& b) {
  Shadow flags = flagsOfAny(m, type, {a, b});
  flags.undefined = m.shadows()[a.shadow].undefined | m.shadows()[b.shadow].undefined;
  keepOriginOfTag(m, flags, a, b);
  return flags;
}

AddressComparison compareAddresses(Machine& m, Type type, IntPredicate predicate, const Value& a, const Value& b) {
  const bool equality = predicate == IntPredicate::Eq || predicate == IntPredicate::Ne;
  ObjectIndex objects[2] = {0, 0};
  for (int k : {0, 1}) {
    const Value& v = k == 0 ? a : b;
    const Shadow& flags = m.shadows()[v.shadow];
    if (flags.addressDerived && flags.origin == 0) return AddressComparison::Layout;
    // A plain integer is a number, even if it looks like an address of ours.
    objects[k] = type.isPointer() || flags.addressDerived ? m.objectBehind(v) : 0;
  }
  if (objects[0] == objects[1]) {
    // Parts of addresses of one object: equal if and only if the offsets' parts are; their order depends on the carries into the rest.
    return type.width == 64 || equality ? AddressComparison::Exact : AddressComparison::Layout;
  }
  if (type.width != 64) return AddressComparison::Layout;
  if (objects[0] == 0 || objects[1] == 0) {
    const Value& number = objects[0] == 0 ? a : b;
    const Value& address = objects[0] == 0 ? b : a;
    const ObjectIndex object = objects[0] == 0 ? objects[1] : objects[0];
    if (!m.isNoAddress(number)) return AddressComparison::Layout;
    return positionOf(m, address, object) == Position::Outside ? AddressComparison::Layout : AddressComparison::Known;
  }
  return equality && differForSure(m, a, objects[0], b, objects[1]) ? AddressComparison::Known : AddressComparison::Layout;
}

}  // namespace cleave::vm
