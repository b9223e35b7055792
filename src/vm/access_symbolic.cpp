// Accesses whose offset in the object depends on the input. The bounds were decided, so the offset is one of the object's; its expression's
// shape narrows that to the candidates: equally spaced offsets. For `table[i & 3]` with int elements: 0, 4, 8, 12.
//
// A load reads them all: Read(index, elements). A store writes them all: each candidate becomes Ite(index == k, value, what it was), and
// only the concrete one changes its bytes. When candidates overlap (a four-byte store at any offset), the same is done byte by byte.
// Exactness: for every input that satisfies the bounds, the index is below the number of candidates, so the chosen element is the one that
// the concrete access would have met. Whatever carries more than an expression (undefined bits, addresses, floats read as integers) is
// refused, and the caller fixes the offset by a decision.
#include <bit>

#include "support/check.h"
#include "vm/private/access.h"
#include "vm/private/offset_range.h"

namespace cleave::vm {

using expr::ExprId;
using ExprOp = expr::Op;

namespace {

struct Candidates {
  uint64_t first = 0;
  uint64_t count = 0;
  unsigned shift = 0;  // they are 1 << shift apart
  uint64_t at(uint64_t k) const { return first + (k << shift); }
};

Candidates candidatesOf(Machine& m, const Machine::Place& place, unsigned bytes) {
  const OffsetRange range = rangeOf(m.pool(), place.offsetExpr);
  const uint64_t high = std::min(range.high, m.memory().object(place.object).size - bytes);
  Candidates c;
  c.shift = std::min(range.knownBits, 32u);
  const uint64_t mask = mask64(c.shift);
  c.first = range.low + ((range.residue - range.low) & mask);
  CHECK(c.first <= place.offset && place.offset <= high && ((place.offset - c.first) & mask) == 0,
        "the offset is not among its candidates");
  c.count = ((high - c.first) >> c.shift) + 1;
  return c;
}

// Which candidate it is, in as few bits as can tell them apart.
ExprId indexOf(Machine& m, const Machine::Place& place, const Candidates& c) {
  const ExprId distance = m.pool().binary(ExprOp::Sub, place.offsetExpr, m.pool().bits(64, c.first));
  return m.pool().extract(distance, c.shift, static_cast<unsigned>(std::bit_width(c.count - 1)));
}

bool peekAll(Machine& m, const Machine::Place& place, const Candidates& c, Type type, std::vector<PlainLoad>& cells) {
  cells.reserve(c.count);
  for (uint64_t k = 0; k < c.count; ++k) {
    const std::optional<PlainLoad> cell = peek(m, place.object, c.at(k), type);
    if (!cell) return false;
    cells.push_back(*cell);
  }
  return true;
}

bool storeCell(Machine& m, ObjectIndex object, uint64_t offset, unsigned bytes, U128 bits, ExprId e) {
  if (m.memory().store(m.memory().object(object), offset, bytes, Value{bits, m.shadowOf(e)}, false))
    return m.stampCells(object, offset, bytes, 0);
  m.unfinished("memory limit");
  return false;
}

U128 bitsAt(Machine& m, ObjectIndex object, uint64_t offset, unsigned bytes) {
  return m.memory().load(m.memory().object(object), offset, bytes).value.bits;
}

// Candidates that do not overlap: one new value each.
void storeCells(Machine& m, const Machine::Place& place, const Candidates& c, Type cellType, const Value& value, ExprId e,
                const std::vector<PlainLoad>& old) {
  const ExprId index = indexOf(m, place, c);
  const unsigned indexWidth = m.pool().sort(index).width;
  for (uint64_t k = 0; k < c.count; ++k) {
    const ExprId hit = m.pool().equal(index, m.pool().bits(indexWidth, k));
    const U128 bits = c.at(k) == place.offset ? value.bits : bitsAt(m, place.object, c.at(k), cellType.bytes());
    if (!storeCell(m, place.object, c.at(k), cellType.bytes(), bits, m.pool().ite(hit, e, old[k].expr))) return;
  }
}

// Overlapping ones: byte b gets byte j of the value when the candidate at b - j is hit.
void storeBytes(Machine& m, const Machine::Place& place, const Candidates& c, unsigned bytes, const Value& value, ExprId e,
                const std::vector<PlainLoad>& old) {
  const ExprId index = indexOf(m, place, c);
  const unsigned indexWidth = m.pool().sort(index).width;
  for (uint64_t b = 0; b < old.size(); ++b) {
    ExprId next = old[b].expr;
    for (unsigned j = 0; j < bytes && j <= b; ++j) {
      const uint64_t k = (b - j) >> c.shift;
      if (((b - j) & mask64(c.shift)) != 0 || k >= c.count) continue;
      next = m.pool().ite(m.pool().equal(index, m.pool().bits(indexWidth, k)), m.pool().extract(e, 8 * j, 8), next);
    }
    const uint64_t offset = c.first + b;
    const bool hit = offset >= place.offset && offset - place.offset < bytes;
    const U128 bits = hit ? truncateTo(value.bits >> (8 * (offset - place.offset)), 8) : bitsAt(m, place.object, offset, 1);
    if (!storeCell(m, place.object, offset, 1, bits, next)) return;
  }
}

// What the element is where the index is k, which is where anyone looks at it. After a store at the same index it is what was stored.
ExprId where(expr::ExprPool& pool, ExprId index, uint64_t k, ExprId element) {
  if (pool.op(element) != ExprOp::Ite) return element;
  const ExprId hit = pool.equal(index, pool.bits(pool.sort(index).width, k));
  if (pool.operand(element, 0) == hit) return pool.operand(element, 1);
  if (pool.operand(element, 0) == pool.notOf(hit)) return pool.operand(element, 2);
  return element;
}

}  // namespace

bool loadSymbolic(Machine& m, const Machine::Place& place, Type type, Value& value) {
  const Candidates c = candidatesOf(m, place, type.bytes());
  if (c.count > m.limits().symbolicCells) return false;
  if (c.count == 1) {
    value = loadAt(m, place.object, place.offset, type);
    return true;
  }
  if (!m.spend(c.count)) return true;
  std::vector<PlainLoad> cells;
  if (!peekAll(m, place, c, type, cells)) return false;

  Shadow shadow;
  bool strays = false;
  shadow.origin = cells[0].object;
  for (const PlainLoad& cell : cells) {
    strays = strays || cell.strays;
    if (cell.object != cells[0].object) shadow.origin = 0;
  }
  if (strays && shadow.origin == 0) return false;

  const ExprId index = indexOf(m, place, c);
  std::vector<ExprId> elements;
  elements.reserve(cells.size());
  for (const PlainLoad& cell : cells) elements.push_back(where(m.pool(), index, elements.size(), cell.expr));
  shadow.expr = m.pool().read(index, elements);
  value.bits = truncateTo(bitsAt(m, place.object, place.offset, type.bytes()), type.width);
  value.shadow = m.keep(shadow, type, value.bits);
  return true;
}

bool storeSymbolic(Machine& m, const Machine::Place& place, Type type, const Value& value) {
  const Shadow shadow = m.shadows()[value.shadow];
  if (type.isPointer() || shadow.undefined != 0 || shadow.addressDerived) return false;
  const unsigned bytes = type.bytes();
  const Candidates c = candidatesOf(m, place, bytes);
  if (c.count > m.limits().symbolicCells) return false;
  if (c.count == 1) {
    storeAt(m, place.object, place.offset, type, value);
    return true;
  }
  if (!m.spend(c.count)) return true;
  const bool overlap = (uint64_t{1} << c.shift) < bytes;
  if (overlap && type.isFloat()) return false;

  const ExprId e = memoryForm(m, value, type);
  std::vector<PlainLoad> old;
  if (overlap) {
    const Candidates all{c.first, c.at(c.count - 1) - c.first + bytes, 0};
    if (!peekAll(m, place, all, Type::integer(8), old)) return false;
    storeBytes(m, place, c, bytes, value, e, old);
    return true;
  }
  const Type cellType = type.isFloat() ? type : Type::integer(8 * bytes);
  if (!peekAll(m, place, c, cellType, old)) return false;
  for (const PlainLoad& cell : old)
    if (type.isFloat() && !cell.isFloatOrConcrete) return false;
  storeCells(m, place, c, cellType, value, e, old);
  return true;
}

}  // namespace cleave::vm
