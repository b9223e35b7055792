#include "vm/private/offset_range.h"

#include <algorithm>
#include <bit>

#include "support/bits.h"

namespace cleave::vm {

namespace {

using expr::ExprId;
using expr::ExprPool;
using expr::Family;
using expr::Op;

unsigned trailingZeros(uint64_t bits) { return static_cast<unsigned>(std::countr_zero(bits)); }
uint64_t onesUpTo(uint64_t bits) { return bits == 0 ? 0 : mask64(64 - static_cast<unsigned>(std::countl_zero(bits))); }

class Ranger {
 public:
  explicit Ranger(const ExprPool& pool) : pool_(pool) {}

  OffsetRange of(ExprId e) {
    const unsigned width = pool_.sort(e).width;
    if (!pool_.sort(e).isBits() || width > 64) return {};
    if (pool_.isConstant(e)) return constant(static_cast<uint64_t>(pool_.constantBits(e)), width);
    if (visitsLeft_ == 0) return anything(width);
    --visitsLeft_;
    return clip(compute(e, width), width);
  }

 private:
  // Bounds the work: an expression is a DAG, and this walk is one over the tree.
  unsigned visitsLeft_ = 300;
  const ExprPool& pool_;

  static OffsetRange anything(unsigned width) { return {0, mask64(width), 0, 0}; }
  static OffsetRange constant(uint64_t value, unsigned width) { return {value, value, width, value}; }

  static OffsetRange clip(OffsetRange r, unsigned width) {
    r.knownBits = std::min(r.knownBits, width);
    r.residue &= mask64(r.knownBits);
    r.high = std::min(r.high, mask64(width));
    if (r.low > r.high) r.low = 0;
    return r;
  }

  OffsetRange compute(ExprId e, unsigned width) {
    const Op op = pool_.op(e);
    switch (familyOf(op)) {
      case Family::Arithmetic:
        if (op == Op::Add) return add(child(e, 0), child(e, 1), width);
        if (op == Op::Sub) return subtract(child(e, 0), child(e, 1), width);
        if (op == Op::Mul) return multiply(child(e, 0), child(e, 1), width);
        break;
      case Family::Division:
        if (op == Op::URem) return remainder(child(e, 0), child(e, 1), width);
        if (op == Op::UDiv) return divide(child(e, 0), child(e, 1), width);
        break;
      case Family::Shift:
        if (op == Op::Shl) return shiftBy(e, width, [&](OffsetRange a, unsigned by) { return shiftLeft(a, by, width); });
        if (op == Op::LShr) return shiftBy(e, width, [&](OffsetRange a, unsigned by) { return shiftRight(a, by); });
        break;
      case Family::Bitwise:
        if (op == Op::BitAnd) return bitAnd(child(e, 0), child(e, 1));
        if (op == Op::BitOr) return bitOr(child(e, 0), child(e, 1));
        if (op == Op::BitXor) return bitXor(child(e, 0), child(e, 1));
        break;
      case Family::Resize:
        if (op == Op::Concat) return concat(child(e, 0), child(e, 1), pool_.sort(pool_.operand(e, 1)).width);
        if (op == Op::Extract) return extract(e, width);
        if (op == Op::ZExt) return child(e, 0);
        if (op == Op::SExt) return signExtend(e, width);
        break;
      case Family::Choice:
        if (op == Op::Ite) return join(child(e, 1), child(e, 2));
        if (op == Op::Read) return read(e, width);
        break;
      case Family::Leaf:
      case Family::Truth:
      case Family::Equality:
      case Family::Order:
      case Family::FloatArithmetic:
      case Family::FloatSign:
      case Family::FloatRounding:
      case Family::FloatComparison:
      case Family::FloatConversion:
      case Family::FloatPattern:
      case Family::Apply:
        break;
    }
    return anything(width);
  }

  OffsetRange child(ExprId e, size_t i) { return of(pool_.operand(e, i)); }

  static OffsetRange add(OffsetRange a, OffsetRange b, unsigned width) {
    OffsetRange r = anything(width);
    r.knownBits = std::min(a.knownBits, b.knownBits);
    r.residue = a.residue + b.residue;
    const U128 low = U128{a.low} + b.low;
    const U128 high = U128{a.high} + b.high;
    const U128 modulus = U128{1} << width;
    if ((low >= modulus) == (high >= modulus)) {  // all wrap, or none does
      r.low = static_cast<uint64_t>(low % modulus);
      r.high = static_cast<uint64_t>(high % modulus);
    }
    return r;
  }

  static OffsetRange subtract(OffsetRange a, OffsetRange b, unsigned width) {
    OffsetRange r = anything(width);
    r.knownBits = std::min(a.knownBits, b.knownBits);
    r.residue = a.residue - b.residue;
    if (a.low >= b.high) {
      r.low = a.low - b.high;
      r.high = a.high - b.low;
    }
    return r;
  }

  // (p + 2^m x)(q + 2^n y) = pq + p 2^n y + q 2^m x + 2^(m+n) xy
  static OffsetRange multiply(OffsetRange a, OffsetRange b, unsigned width) {
    OffsetRange r = anything(width);
    r.knownBits = std::min(64u, a.knownBits + b.knownBits);
    if (a.residue != 0) r.knownBits = std::min(r.knownBits, b.knownBits + trailingZeros(a.residue));
    if (b.residue != 0) r.knownBits = std::min(r.knownBits, a.knownBits + trailingZeros(b.residue));
    r.residue = a.residue * b.residue;
    const U128 high = U128{a.high} * b.high;
    if (high <= mask64(width)) {
      r.low = a.low * b.low;
      r.high = static_cast<uint64_t>(high);
    }
    return r;
  }

  template <class Shift>
  OffsetRange shiftBy(ExprId e, unsigned width, Shift shift) {
    const ExprId count = pool_.operand(e, 1);
    if (!pool_.isConstant(count)) return anything(width);
    const U128 by = pool_.constantBits(count);
    if (by >= width) return constant(0, width);
    return shift(child(e, 0), static_cast<unsigned>(by));
  }

  static OffsetRange shiftLeft(OffsetRange a, unsigned by, unsigned width) {
    OffsetRange r = anything(width);
    r.knownBits = std::min(width, a.knownBits + by);
    r.residue = a.residue << by;
    if ((U128{a.high} << by) <= mask64(width)) {
      r.low = a.low << by;
      r.high = a.high << by;
    }
    return r;
  }

  static OffsetRange shiftRight(OffsetRange a, unsigned by) {
    return {a.low >> by, a.high >> by, a.knownBits > by ? a.knownBits - by : 0, a.residue >> by};
  }

  // Counts how many of the lowest bits are known when bit k is known under `isKnown`.
  template <class Known>
  static unsigned lowestKnown(Known isKnown) {
    unsigned count = 0;
    while (count < 64 && isKnown(count)) ++count;
    return count;
  }
  static bool knows(const OffsetRange& r, unsigned bit) { return bit < r.knownBits; }
  static bool knows(const OffsetRange& r, unsigned bit, bool value) { return knows(r, bit) && ((r.residue >> bit) & 1) == value; }

  static OffsetRange bitAnd(OffsetRange a, OffsetRange b) {
    const unsigned known =
        lowestKnown([&](unsigned bit) { return (knows(a, bit) && knows(b, bit)) || knows(a, bit, false) || knows(b, bit, false); });
    return {0, std::min(a.high, b.high), known, residueOf(a) & residueOf(b) & mask64(known)};
  }

  static OffsetRange bitOr(OffsetRange a, OffsetRange b) {
    const unsigned known =
        lowestKnown([&](unsigned bit) { return (knows(a, bit) && knows(b, bit)) || knows(a, bit, true) || knows(b, bit, true); });
    return {std::max(a.low, b.low), onesUpTo(a.high | b.high), known, (a.residue | b.residue) & mask64(known)};
  }

  static OffsetRange bitXor(OffsetRange a, OffsetRange b) {
    return {0, onesUpTo(a.high | b.high), std::min(a.knownBits, b.knownBits), a.residue ^ b.residue};
  }

  // Unknown bits as ones, so that an And with a known zero gives zero.
  static uint64_t residueOf(const OffsetRange& r) { return r.residue | ~mask64(r.knownBits); }

  static OffsetRange remainder(OffsetRange a, OffsetRange b, unsigned width) {
    if (b.low == 0) return anything(width);  // by zero: the dividend
    return {0, std::min(a.high, b.high - 1), 0, 0};
  }

  static OffsetRange divide(OffsetRange a, OffsetRange b, unsigned width) {
    if (b.low == 0) return anything(width);
    return {a.low / b.high, a.high / b.low, 0, 0};
  }

  static OffsetRange concat(OffsetRange high, OffsetRange low, unsigned lowWidth) {
    OffsetRange r{(high.low << lowWidth) + low.low, (high.high << lowWidth) + low.high, low.knownBits, low.residue};
    if (low.knownBits >= lowWidth) {
      r.knownBits = lowWidth + high.knownBits;
      r.residue = (high.residue << lowWidth) | low.residue;
    }
    return r;
  }

  OffsetRange extract(ExprId e, unsigned width) {
    if (pool_.sort(pool_.operand(e, 0)).width > 64) return anything(width);
    const OffsetRange shifted = shiftRight(child(e, 0), pool_.extractLow(e));
    if (shifted.high <= mask64(width)) return shifted;
    return {0, mask64(width), shifted.knownBits, shifted.residue};
  }

  OffsetRange signExtend(ExprId e, unsigned width) {
    const unsigned from = pool_.sort(pool_.operand(e, 0)).width;
    const OffsetRange a = child(e, 0);
    if (a.high <= mask64(from - 1)) return a;
    return {0, mask64(width), a.knownBits, a.residue};
  }

  static OffsetRange join(OffsetRange a, OffsetRange b) {
    const unsigned known = std::min({a.knownBits, b.knownBits, a.residue == b.residue ? 64u : trailingZeros(a.residue ^ b.residue)});
    return {std::min(a.low, b.low), std::max(a.high, b.high), known, a.residue & mask64(known)};
  }

  OffsetRange read(ExprId e, unsigned width) {
    const auto operands = pool_.operands(e);
    if (operands.size() > 65) return anything(width);
    OffsetRange r = of(operands[1]);
    for (size_t i = 2; i < operands.size(); ++i) r = join(r, of(operands[i]));
    return r;
  }
};

}  // namespace

OffsetRange rangeOf(const ExprPool& pool, ExprId e) { return Ranger(pool).of(e); }

}  // namespace cleave::vm
