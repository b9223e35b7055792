// What the integer operations mean: on patterns (U is uint64_t up to 64 bits and U128 beyond) and, beside it, as an expression. Traps are
// not here: a divisor is not zero, and so on. A struct per operation; the handlers in ops_int.cpp and ops_bits.cpp are made from them.
#pragma once

#include <bit>
#include <type_traits>

#include "program/op.h"
#include "vm/private/terms.h"

namespace cleave::vm::meaning {

using E = expr::ExprId;
using expr::ExprPool;
using O = expr::Op;

// --- patterns

template <class U>
using SignedOf = std::conditional_t<std::is_same_v<U, uint64_t>, int64_t, I128>;
template <class U>
constexpr unsigned kBits = sizeof(U) * 8;

template <class U>
constexpr U ones(unsigned width) {
  return ~U{0} >> (kBits<U> - width);
}
template <class U>
constexpr U cut(U bits, unsigned width) {
  return bits & ones<U>(width);
}
template <class U>
constexpr SignedOf<U> asSigned(U bits, unsigned width) {
  const unsigned unused = kBits<U> - width;
  return static_cast<SignedOf<U>>(bits << unused) >> unused;
}
template <class U>
constexpr U smallest(unsigned width) {
  return U{1} << (width - 1);
}
template <class U>
constexpr U largest(unsigned width) {
  return ones<U>(width) >> 1;
}
template <class U>
constexpr bool isNegative(U bits, unsigned width) {
  return (bits >> (width - 1)) & 1;
}
template <class U>
constexpr unsigned countOf(U bits, unsigned width) {
  return static_cast<unsigned>(bits < width ? bits : bits % width);
}

// --- arithmetic

struct Add {
  template <class U>
  static U bits(U a, U b, unsigned w) {
    return cut<U>(a + b, w);
  }
  static E expr(const Terms& t, E a, E b) { return t.add(a, b); }
  static E boolean(ExprPool& p, E a, E b) { return p.binary(O::Xor, a, b); }
};
struct Sub {
  template <class U>
  static U bits(U a, U b, unsigned w) {
    return cut<U>(a - b, w);
  }
  static E expr(const Terms& t, E a, E b) { return t.sub(a, b); }
  static E boolean(ExprPool& p, E a, E b) { return p.binary(O::Xor, a, b); }
};
struct Mul {
  template <class U>
  static U bits(U a, U b, unsigned w) {
    return cut<U>(a * b, w);
  }
  static E expr(const Terms& t, E a, E b) { return t.mul(a, b); }
  static E boolean(ExprPool& p, E a, E b) { return p.andOf(a, b); }
};
struct UDiv {
  template <class U>
  static U bits(U a, U b, unsigned) {
    return a / b;
  }
  static E expr(const Terms& t, E a, E b) { return t.op(O::UDiv, a, b); }
};
struct URem {
  template <class U>
  static U bits(U a, U b, unsigned) {
    return a % b;
  }
  static E expr(const Terms& t, E a, E b) { return t.op(O::URem, a, b); }
};
// The smallest number divided by -1 wraps; where the machine stops instead, the run has ended before.
struct SDiv {
  template <class U>
  static U bits(U a, U b, unsigned w) {
    if (b == cut<U>(~U{0}, w)) return cut<U>(static_cast<U>(U{0} - a), w);
    return cut<U>(static_cast<U>(asSigned<U>(a, w) / asSigned<U>(b, w)), w);
  }
  static E expr(const Terms& t, E a, E b) { return t.op(O::SDiv, a, b); }
};
struct SRem {
  template <class U>
  static U bits(U a, U b, unsigned w) {
    if (b == cut<U>(~U{0}, w)) return 0;
    return cut<U>(static_cast<U>(asSigned<U>(a, w) % asSigned<U>(b, w)), w);
  }
  static E expr(const Terms& t, E a, E b) { return t.op(O::SRem, a, b); }
};

// --- bit patterns

struct And {
  template <class U>
  static U bits(U a, U b, unsigned) {
    return a & b;
  }
  static E expr(const Terms& t, E a, E b) { return t.both(a, b); }
  static E boolean(ExprPool& p, E a, E b) { return p.andOf(a, b); }
};
struct Or {
  template <class U>
  static U bits(U a, U b, unsigned) {
    return a | b;
  }
  static E expr(const Terms& t, E a, E b) { return t.either(a, b); }
  static E boolean(ExprPool& p, E a, E b) { return p.orOf(a, b); }
};
struct Xor {
  template <class U>
  static U bits(U a, U b, unsigned) {
    return a ^ b;
  }
  static E expr(const Terms& t, E a, E b) { return t.differ(a, b); }
  static E boolean(ExprPool& p, E a, E b) { return p.binary(O::Xor, a, b); }
};
struct Shl {
  template <class U>
  static U bits(U a, U b, unsigned w) {
    return cut<U>(a << countOf<U>(b, w), w);
  }
  static E expr(const Terms& t, E a, E b) { return t.shl(a, t.count(b)); }
};
struct LShr {
  template <class U>
  static U bits(U a, U b, unsigned w) {
    return a >> countOf<U>(b, w);
  }
  static E expr(const Terms& t, E a, E b) { return t.lshr(a, t.count(b)); }
};
struct AShr {
  template <class U>
  static U bits(U a, U b, unsigned w) {
    return cut<U>(static_cast<U>(asSigned<U>(a, w) >> countOf<U>(b, w)), w);
  }
  static E expr(const Terms& t, E a, E b) { return t.ashr(a, t.count(b)); }
};

// Funnel shifts: a is the high and b the low half. An SMT shift by the whole width gives zero, which is what a count of zero needs.
struct FShl {
  template <class U>
  static U bits(U a, U b, U c, unsigned w) {
    const unsigned count = countOf<U>(c, w);
    return count == 0 ? a : cut<U>(a << count, w) | (b >> (w - count));
  }
  static E expr(const Terms& t, E a, E b, E c) {
    const E count = t.count(c);
    return t.either(t.shl(a, count), t.lshr(b, t.sub(t.number(t.width), count)));
  }
};
struct FShr {
  template <class U>
  static U bits(U a, U b, U c, unsigned w) {
    const unsigned count = countOf<U>(c, w);
    return count == 0 ? b : cut<U>(a << (w - count), w) | (b >> count);
  }
  static E expr(const Terms& t, E a, E b, E c) {
    const E count = t.count(c);
    return t.either(t.lshr(b, count), t.shl(a, t.sub(t.number(t.width), count)));
  }
};

// --- counting and turning bits

template <class U>
unsigned onesIn(U a) {
  if constexpr (sizeof(U) == 8)
    return static_cast<unsigned>(std::popcount(a));
  else
    return static_cast<unsigned>(std::popcount(static_cast<uint64_t>(a)) + std::popcount(static_cast<uint64_t>(a >> 64)));
}
template <class U>
unsigned trailingZeros(U a, unsigned w) {
  if (a == 0) return w;
  const auto low = static_cast<uint64_t>(a);
  if constexpr (sizeof(U) == 8)
    return static_cast<unsigned>(std::countr_zero(low));
  else
    return static_cast<unsigned>(low != 0 ? std::countr_zero(low) : 64 + std::countr_zero(static_cast<uint64_t>(a >> 64)));
}
template <class U>
unsigned leadingZeros(U a, unsigned w) {
  if constexpr (sizeof(U) == 8)
    return static_cast<unsigned>(std::countl_zero(a)) - (64 - w);
  else {
    const auto high = static_cast<uint64_t>(a >> 64);
    const int zeros = high != 0 ? std::countl_zero(high) : 64 + std::countl_zero(static_cast<uint64_t>(a));
    return static_cast<unsigned>(zeros) - (128 - w);
  }
}

// As expressions these work on the next power of two, by halving.
E onesInExpr(const Terms& t, E a);
E leadingZerosExpr(const Terms& t, E a);
E trailingZerosExpr(const Terms& t, E a);
E swapBytesExpr(const Terms& t, E a);
E reverseBitsExpr(const Terms& t, E a);

struct CtPop {
  template <class U>
  static U bits(U a, unsigned) {
    return onesIn<U>(a);
  }
  static E expr(const Terms& t, E a) { return onesInExpr(t, a); }
};
struct CtLz {
  template <class U>
  static U bits(U a, unsigned w) {
    return leadingZeros<U>(a, w);
  }
  static E expr(const Terms& t, E a) { return leadingZerosExpr(t, a); }
};
struct CtTz {
  template <class U>
  static U bits(U a, unsigned w) {
    return trailingZeros<U>(a, w);
  }
  static E expr(const Terms& t, E a) { return trailingZerosExpr(t, a); }
};
struct BSwap {
  template <class U>
  static U bits(U a, unsigned w) {
    U result = 0;
    for (unsigned k = 0; k < w; k += 8) result = (result << 8) | ((a >> k) & 0xff);
    return result;
  }
  static E expr(const Terms& t, E a) { return swapBytesExpr(t, a); }
};
struct BitReverse {
  template <class U>
  static U bits(U a, unsigned w) {
    U result = 0;
    for (unsigned k = 0; k < w; ++k) result = (result << 1) | ((a >> k) & 1);
    return result;
  }
  static E expr(const Terms& t, E a) { return reverseBitsExpr(t, a); }
};
struct Abs {
  template <class U>
  static U bits(U a, unsigned w) {
    return isNegative<U>(a, w) ? cut<U>(~a + 1, w) : a;
  }
  static E expr(const Terms& t, E a) { return t.pick(t.isNegative(a), t.neg(a), a); }
};

// --- the smaller, the larger

struct SMin {
  template <class U>
  static U bits(U a, U b, unsigned w) {
    return asSigned<U>(a, w) < asSigned<U>(b, w) ? a : b;
  }
  static E expr(const Terms& t, E a, E b) { return t.pick(t.slt(a, b), a, b); }
};
struct SMax {
  template <class U>
  static U bits(U a, U b, unsigned w) {
    return asSigned<U>(a, w) < asSigned<U>(b, w) ? b : a;
  }
  static E expr(const Terms& t, E a, E b) { return t.pick(t.slt(a, b), b, a); }
};
struct UMin {
  template <class U>
  static U bits(U a, U b, unsigned) {
    return a < b ? a : b;
  }
  static E expr(const Terms& t, E a, E b) { return t.pick(t.ult(a, b), a, b); }
};
struct UMax {
  template <class U>
  static U bits(U a, U b, unsigned) {
    return a < b ? b : a;
  }
  static E expr(const Terms& t, E a, E b) { return t.pick(t.ult(a, b), b, a); }
};

// --- does the exact result not fit?

struct SAddOverflows {
  using Wrapped = Add;
  template <class U>
  static bool bits(U a, U b, unsigned w) {
    const U sum = a + b;
    return isNegative<U>((a ^ sum) & (b ^ sum), w);
  }
  static E expr(const Terms& t, E a, E b) {
    const E sum = t.add(a, b);
    return t.isNegative(t.both(t.differ(a, sum), t.differ(b, sum)));
  }
};
struct UAddOverflows {
  using Wrapped = Add;
  template <class U>
  static bool bits(U a, U b, unsigned w) {
    return cut<U>(a + b, w) < a;
  }
  static E expr(const Terms& t, E a, E b) { return t.ult(t.add(a, b), a); }
};
struct SSubOverflows {
  using Wrapped = Sub;
  template <class U>
  static bool bits(U a, U b, unsigned w) {
    return isNegative<U>((a ^ b) & (a ^ (a - b)), w);
  }
  static E expr(const Terms& t, E a, E b) { return t.isNegative(t.both(t.differ(a, b), t.differ(a, t.sub(a, b)))); }
};
struct USubOverflows {
  using Wrapped = Sub;
  template <class U>
  static bool bits(U a, U b, unsigned) {
    return a < b;
  }
  static E expr(const Terms& t, E a, E b) { return t.ult(a, b); }
};
struct SMulOverflows {
  using Wrapped = Mul;
  template <class U>
  static bool bits(U a, U b, unsigned w) {
    SignedOf<U> product;
    if (__builtin_mul_overflow(asSigned<U>(a, w), asSigned<U>(b, w), &product)) return true;
    return asSigned<U>(cut<U>(static_cast<U>(product), w), w) != product;
  }
  static E expr(const Terms& t, E a, E b);
};
struct UMulOverflows {
  using Wrapped = Mul;
  template <class U>
  static bool bits(U a, U b, unsigned w) {
    U product;
    return __builtin_mul_overflow(a, b, &product) || cut<U>(product, w) != product;
  }
  static E expr(const Terms& t, E a, E b);
};

// --- saturating: the bound instead of what does not fit

template <class Overflows>
struct SignedSaturating {
  template <class U>
  static U bits(U a, U b, unsigned w) {
    if (!Overflows::template bits<U>(a, b, w)) return Overflows::Wrapped::template bits<U>(a, b, w);
    return isNegative<U>(a, w) ? smallest<U>(w) : largest<U>(w);
  }
  static E expr(const Terms& t, E a, E b) {
    const E bound = t.pick(t.isNegative(a), t.smallest(), t.largest());
    return t.pick(Overflows::expr(t, a, b), bound, Overflows::Wrapped::expr(t, a, b));
  }
};
using SAddSat = SignedSaturating<SAddOverflows>;
using SSubSat = SignedSaturating<SSubOverflows>;

struct SShlOverflows {
  using Wrapped = Shl;
  template <class U>
  static bool bits(U a, U b, unsigned w) {
    return AShr::bits<U>(Shl::bits<U>(a, b, w), b, w) != a;
  }
  static E expr(const Terms& t, E a, E b) { return t.ne(AShr::expr(t, Shl::expr(t, a, b), b), a); }
};
using SShlSat = SignedSaturating<SShlOverflows>;

struct UAddSat {
  template <class U>
  static U bits(U a, U b, unsigned w) {
    return UAddOverflows::bits<U>(a, b, w) ? ones<U>(w) : cut<U>(a + b, w);
  }
  static E expr(const Terms& t, E a, E b) { return t.pick(UAddOverflows::expr(t, a, b), t.ones(), t.add(a, b)); }
};
struct USubSat {
  template <class U>
  static U bits(U a, U b, unsigned) {
    return a < b ? 0 : a - b;
  }
  static E expr(const Terms& t, E a, E b) { return t.pick(t.ult(a, b), t.number(0), t.sub(a, b)); }
};
struct UShlSat {
  template <class U>
  static U bits(U a, U b, unsigned w) {
    const U shifted = Shl::bits<U>(a, b, w);
    return LShr::bits<U>(shifted, b, w) != a ? ones<U>(w) : shifted;
  }
  static E expr(const Terms& t, E a, E b) {
    const E shifted = Shl::expr(t, a, b);
    return t.pick(t.ne(LShr::expr(t, shifted, b), a), t.ones(), shifted);
  }
};

// --- comparisons

// By predicate: bit 0 if true for less, bit 1 for equal, bit 2 for greater.
inline constexpr uint8_t kTrueFor[] = {0b010, 0b101, 0b001, 0b011, 0b100, 0b110, 0b001, 0b011, 0b100, 0b110};

template <class U>
bool compareBits(uint8_t predicate, unsigned width, U a, U b) {
  // Moved up to the top bit; there, turning the sign bit makes the signed order the unsigned one.
  const U turn = U{predicate >= static_cast<uint8_t>(program::IntPredicate::SLt)} << (kBits<U> - 1);
  a = (a << (kBits<U> - width)) ^ turn;
  b = (b << (kBits<U> - width)) ^ turn;
  const unsigned order = static_cast<unsigned>(a >= b) + static_cast<unsigned>(a > b);
  return (kTrueFor[predicate] >> order) & 1;
}

E compareExpr(ExprPool& pool, program::IntPredicate predicate, E a, E b);  // of register sorts

}  // namespace cleave::vm::meaning
