#include "random_expr.h"

#include <algorithm>
#include <array>
#include <string>

#include "support/float_format.h"

namespace cleave::expr::test {

namespace {

constexpr std::array<unsigned, 12> kWidths{1, 7, 8, 16, 32, 64, 128, 2, 3, 33, 80, 100};
constexpr size_t kSymbolsPerSort = 3;

constexpr std::array<Op, 15> kBitsBinary{Op::Add,  Op::Sub,  Op::Mul, Op::UDiv, Op::SDiv,   Op::URem,  Op::SRem,  Op::Shl,
                                         Op::LShr, Op::AShr, Op::Add, Op::Mul,  Op::BitAnd, Op::BitOr, Op::BitXor};
constexpr std::array<Op, 4> kOrder{Op::ULt, Op::ULe, Op::SLt, Op::SLe};
constexpr std::array<Op, 4> kFloatBinary{Op::FAdd, Op::FSub, Op::FMul, Op::FDiv};
constexpr std::array<Op, 9> kFloatUnary{Op::FNeg,     Op::FNeg,       Op::FAbs,         Op::FSqrt,     Op::FRoundEven,
                                        Op::FRoundUp, Op::FRoundDown, Op::FRoundToZero, Op::FRoundAway};
constexpr std::array<double, 16> kFloats{0.0, -0.0, 1.0,    -1.0,         2.0,   0.5,    -4.0, 3.0,
                                         0.1, 1e30, -1e-30, 2147483648.0, 1e308, 5e-324, 2.5,  -1.5};

}  // namespace

Pair TwoPools::symbol(const std::string& name, Sort sort, bool isSigned) {
  rewritten.addSymbol({name, sort, isSigned});
  SymbolId id = plain.addSymbol({name, sort, isSigned});
  return {plain.symbolExpr(id), rewritten.symbolExpr(id)};
}

Pair TwoPools::read(Pair index, const std::vector<Pair>& elements) {
  std::vector<ExprId> plainElements;
  std::vector<ExprId> rewrittenElements;
  for (const Pair& element : elements) {
    plainElements.push_back(element.plain);
    rewrittenElements.push_back(element.rewritten);
  }
  return {plain.read(index.plain, plainElements), rewritten.read(index.rewritten, rewrittenElements)};
}

RandomExpr::RandomExpr(uint64_t seed) : random_(seed) {
  // Rules need several nodes of matching sorts: most DAGs stay with two widths.
  for (int i = 0; i < 2; ++i) widths_.push_back(kWidths[random_.below(kWidths.size())]);
  if (random_.chance(25)) widths_.assign(kWidths.begin(), kWidths.end());
  floatPercent_ = random_.chance(40) ? 50 : 5;
  std::vector<Sort> sorts{Sort::boolean(), Sort::floating(32), Sort::floating(64), Sort::floating(80)};
  for (unsigned width : kWidths) sorts.push_back(Sort::bits(width));
  for (Sort sort : sorts) {
    for (size_t i = 0; i < kSymbolsPerSort; ++i) {
      bySort_[sort].push_back(symbol("s" + std::to_string(plain.symbolCount()), sort, i % 2 == 0));
    }
  }
}

U128 RandomExpr::someBits(Sort sort) {
  U128 wide = static_cast<U128>(random_.next()) << 64 | random_.next();
  if (sort.isFloat()) {
    if (random_.chance(15)) return canonicalFloat(truncateTo(wide, sort.width), sort.width);
    if (random_.chance(10)) return infinityPattern(sort.width);
    if (random_.chance(5)) return canonicalNan(sort.width);
    double value = random_.chance(30) ? static_cast<double>(static_cast<int64_t>(random_.below(200)) - 100) / 4
                                      : kFloats[random_.below(kFloats.size())];
    return roundedTo(static_cast<long double>(value), sort.width);
  }
  switch (random_.below(7)) {
    case 0:
      return truncateTo(wide, sort.width);
    case 1:
      return truncateTo(U128{1} << random_.below(sort.width), sort.width);
    case 2:
      return truncateTo((U128{1} << random_.below(sort.width)) - 1, sort.width);
    case 3:
      return truncateTo(~U128{0} - random_.below(3), sort.width);
    case 4:
      return truncateTo((U128{1} << (sort.width - 1)) - random_.below(3), sort.width);
    case 5:  // a run of ones
      return truncateTo(((U128{1} << random_.below(sort.width)) - 1) << random_.below(sort.width), sort.width);
    default:
      return truncateTo(random_.below(6), sort.width);
  }
}

unsigned RandomExpr::someWidth() { return widths_[random_.below(widths_.size())]; }

Sort RandomExpr::someFloat() { return Sort::floating(random_.chance(30) ? 80 : random_.chance(50) ? 32 : 64); }

Pair RandomExpr::someConstant(Sort sort) { return constant(sort, someBits(sort)); }

Pair RandomExpr::keep(Pair e) {
  bySort_[plain.sort(e.plain)].push_back(e);
  made_.push_back(e);
  return e;
}

Pair RandomExpr::some(Sort sort) {
  if (random_.chance(25)) return someConstant(sort);
  std::vector<Pair>& from = bySort_[sort];
  if (from.empty()) return someConstant(sort);
  size_t window = random_.chance(60) ? std::min<size_t>(from.size(), 4) : from.size();
  return from[from.size() - 1 - random_.below(window)];
}

Pair RandomExpr::step() {
  if (random_.chance(floatPercent_)) return keep(makeFloat());
  switch (random_.below(10)) {
    case 0:
    case 1:
    case 2:
      return keep(makeBool());
    case 3:
    case 4:
    case 5:
      return keep(makeBits());
    case 6:
    case 7:
      return keep(makeShape());
    default:
      return keep(makeChoice());
  }
}

Pair RandomExpr::makeBool() {
  Sort boolean = Sort::boolean();
  Sort bits = Sort::bits(someWidth());
  Sort floating = someFloat();
  switch (random_.chance(floatPercent_) ? 7 : random_.below(8)) {
    case 0:
      return unary(Op::Not, some(boolean));
    case 1:
      return binary(Op::And, some(boolean), some(boolean));
    case 2:
      return binary(Op::Or, some(boolean), some(boolean));
    case 3:
      return binary(random_.chance(50) ? Op::Xor : Op::Equal, some(boolean), some(boolean));
    case 4:
      return binary(Op::Equal, some(bits), some(bits));
    case 5:
    case 6:
      return binary(kOrder[random_.below(kOrder.size())], some(bits), some(bits));
    default:
      switch (random_.below(5)) {
        case 0:
          return unary(Op::FIsNan, some(floating));
        case 1:
          return binary(Op::FEqual, some(floating), some(floating));
        case 2:
          return binary(Op::FLt, some(floating), some(floating));
        case 3:
          return binary(Op::FLe, some(floating), some(floating));
        default:
          return binary(Op::Equal, some(floating), some(floating));
      }
  }
}

Pair RandomExpr::makeBits() {
  Sort sort = Sort::bits(someWidth());
  if (random_.chance(15)) return unary(random_.chance(50) ? Op::Neg : Op::BitNot, some(sort));
  return binary(kBitsBinary[random_.below(kBitsBinary.size())], some(sort), some(sort));
}

// Brought to one of the widths that symbols have, so that later operations find partners.
Pair RandomExpr::resized(Pair e, unsigned width) {
  unsigned have = plain.sort(e.plain).width;
  if (have > width) {
    auto low = static_cast<unsigned>(random_.below(have - width + 1));
    return extract(e, low, width);
  }
  return extend(random_.chance(50) ? Op::ZExt : Op::SExt, e, width);
}

Pair RandomExpr::makeShape() {
  Pair a = some(Sort::bits(someWidth()));
  unsigned have = plain.sort(a.plain).width;
  if (random_.chance(40)) {
    Pair b = some(Sort::bits(someWidth()));
    if (have + plain.sort(b.plain).width > 128) b = keep(resized(b, 7));
    if (have + plain.sort(b.plain).width > 128) a = keep(resized(a, 64));
    Pair both = keep(binary(Op::Concat, a, b));
    return random_.chance(50) ? both : resized(both, someWidth());
  }
  if (random_.chance(30)) {  // an odd part first
    Pair part = keep(resized(a, 1 + static_cast<unsigned>(random_.below(have))));
    return resized(part, someWidth());
  }
  return resized(a, someWidth());
}

Pair RandomExpr::makeFloat() {
  Sort sort = someFloat();
  Sort other = someFloat();
  switch (random_.below(10)) {
    case 0:
      return unary(kFloatUnary[random_.below(kFloatUnary.size())], some(sort));
    case 1: {
      Pair a = some(sort);
      Pair b = some(sort);
      Pair c = some(sort);
      return {plain.fma(a.plain, b.plain, c.plain), rewritten.fma(a.rewritten, b.rewritten, c.rewritten)};
    }
    case 2:
      return convert(Op::FConvert, some(sort), other);
    case 3:
      return convert(random_.chance(50) ? Op::FFromS : Op::FFromU, some(Sort::bits(someWidth())), sort);
    case 4:
      return convert(random_.chance(50) ? Op::FToS : Op::FToU, some(sort), Sort::bits(someWidth()));
    case 5:
      return convert(Op::FFromBits, some(Sort::bits(sort.width)), sort);
    case 6:
      return convert(Op::FToBits, some(sort), Sort::bits(sort.width));
    default:
      return binary(kFloatBinary[random_.below(kFloatBinary.size())], some(sort), some(sort));
  }
}

Pair RandomExpr::makeChoice() {
  Sort sort = Sort::bits(someWidth());
  if (random_.chance(floatPercent_)) sort = someFloat();
  if (random_.chance(15)) sort = Sort::boolean();
  if (random_.chance(60)) {
    Pair condition = some(Sort::boolean());
    Pair then = random_.chance(40) ? someConstant(sort) : some(sort);
    Pair otherwise = random_.chance(40) ? someConstant(sort) : some(sort);
    return ite(condition, then, otherwise);
  }
  Pair index = some(Sort::bits(someWidth()));
  bool constants = random_.chance(40);
  std::vector<Pair> elements;
  for (size_t n = 1 + random_.below(9); n > 0; --n) elements.push_back(constants ? someConstant(sort) : some(sort));
  return read(index, elements);
}

Assignment RandomExpr::assignment() {
  Assignment values;
  for (size_t i = 0; i < plain.symbolCount(); ++i) values.push_back(someBits(plain.symbol(SymbolId(i)).sort));
  return values;
}

}  // namespace cleave::expr::test
