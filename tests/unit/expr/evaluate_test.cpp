#include "expr/evaluate.h"

#include <gtest/gtest.h>

#include <array>
#include <cmath>

#include "expr/fold_float.h"
#include "support/check.h"
#include "support/random.h"

namespace cleave::expr {
namespace {

U128 fold(Op op, Sort result, Sort operand, std::vector<U128> operands, unsigned low = 0) {
  return foldOperation(op, result, operand, operands, low);
}
U128 bits8(Op op, int a, int b) {
  return fold(op, Sort::bits(8), Sort::bits(8), {truncateTo(static_cast<U128>(a), 8), truncateTo(static_cast<U128>(b), 8)});
}
U128 s8(int value) { return truncateTo(static_cast<U128>(value), 8); }

TEST(Fold, DivisionIsTotalAsInSmtLib) {
  EXPECT_EQ(bits8(Op::UDiv, 200, 0), 255u);
  EXPECT_EQ(bits8(Op::URem, 200, 0), 200u);
  EXPECT_EQ(bits8(Op::SDiv, 5, 0), s8(-1));
  EXPECT_EQ(bits8(Op::SDiv, -5, 0), 1u);
  EXPECT_EQ(bits8(Op::SRem, -5, 0), s8(-5));
  EXPECT_EQ(bits8(Op::SDiv, -128, -1), 128u);
  EXPECT_EQ(bits8(Op::SRem, -128, -1), 0u);
  EXPECT_EQ(bits8(Op::SDiv, -7, 2), s8(-3));
  EXPECT_EQ(bits8(Op::SRem, -7, 2), s8(-1));
  EXPECT_EQ(bits8(Op::SRem, 7, -2), 1u);
}

TEST(Fold, ShiftsByTheWidthOrMore) {
  EXPECT_EQ(bits8(Op::Shl, 1, 8), 0u);
  EXPECT_EQ(bits8(Op::LShr, 255, 200), 0u);
  EXPECT_EQ(bits8(Op::AShr, -2, 200), 255u);
  EXPECT_EQ(bits8(Op::AShr, 100, 8), 0u);
  EXPECT_EQ(bits8(Op::AShr, -2, 0), 254u);
  Sort wide = Sort::bits(128);
  EXPECT_EQ(fold(Op::AShr, wide, wide, {U128{1} << 127, 127}), maskOf(128));
  EXPECT_EQ(fold(Op::Shl, wide, wide, {1, 127}), U128{1} << 127);
  EXPECT_EQ(fold(Op::Shl, wide, wide, {1, U128{1} << 100}), 0u);
}

TEST(Fold, WholeBytesAgreeWithTheMachine) {
  for (int a = -128; a < 128; ++a) {
    for (int b = -128; b < 128; ++b) {
      EXPECT_EQ(bits8(Op::Add, a, b), s8(a + b));
      EXPECT_EQ(bits8(Op::Mul, a, b), s8(a * b));
      EXPECT_EQ(bits8(Op::SLt, a, b), a < b);
      EXPECT_EQ(bits8(Op::ULe, a, b), (a & 255) <= (b & 255));
      if (b == 0) continue;
      EXPECT_EQ(bits8(Op::SDiv, a, b), s8(a / b));
      EXPECT_EQ(bits8(Op::SRem, a, b), s8(a % b));
      EXPECT_EQ(bits8(Op::UDiv, a, b), s8((a & 255) / (b & 255)));
    }
  }
}

TEST(Fold, IntegersBecomeFloatsWithOneRounding) {
  Random random(7);
  for (int i = 0; i < 200000; ++i) {
    auto x = static_cast<int64_t>(random.next() >> random.below(64));
    if (random.chance(50)) x = -x;
    U128 pattern = static_cast<uint64_t>(x);
    ASSERT_EQ(fold(Op::FFromS, Sort::floating(32), Sort::bits(64), {pattern}), bitsOf(static_cast<float>(x)));
    ASSERT_EQ(fold(Op::FFromS, Sort::floating(64), Sort::bits(64), {pattern}), bitsOf(static_cast<double>(x)));
    ASSERT_EQ(fold(Op::FFromU, Sort::floating(32), Sort::bits(64), {pattern}), bitsOf(static_cast<float>(static_cast<uint64_t>(x))));
    ASSERT_EQ(fold(Op::FFromU, Sort::floating(64), Sort::bits(64), {pattern}), bitsOf(static_cast<double>(static_cast<uint64_t>(x))));
    ASSERT_EQ(fold(Op::FFromS, Sort::floating(80), Sort::bits(64), {pattern}), bitsOf(static_cast<long double>(x)));
    const U128 wide = U128{random.next()} << random.below(65) | random.next() >> random.below(64);
    ASSERT_EQ(fold(Op::FFromU, Sort::floating(80), Sort::bits(128), {wide}), bitsOf(static_cast<long double>(wide)));
    ASSERT_EQ(fold(Op::FFromS, Sort::floating(80), Sort::bits(128), {wide}), bitsOf(static_cast<long double>(static_cast<I128>(wide))));
  }
  // By way of double this would round to even twice and end one too low.
  EXPECT_EQ(floatOf(fold(Op::FFromS, Sort::floating(32), Sort::bits(64), {0x4000004000000001})), 0x1.000002p62f);
  EXPECT_EQ(fold(Op::FFromU, Sort::floating(32), Sort::bits(128), {maskOf(128)}), bitsOf(HUGE_VALF));
  EXPECT_EQ(doubleOf(fold(Op::FFromU, Sort::floating(64), Sort::bits(128), {maskOf(128)})), 0x1p128);
  EXPECT_EQ(doubleOf(fold(Op::FFromS, Sort::floating(64), Sort::bits(128), {U128{1} << 127})), -0x1p127);
  EXPECT_EQ(doubleOf(fold(Op::FFromS, Sort::floating(64), Sort::bits(1), {1})), -1.0);
}

TEST(Fold, FloatsBecomeIntegersTowardZeroInRangeOnly) {
  auto toS = [](double x, unsigned width) { return integerFromFloat(bitsOf(x), 64, width, true); };
  auto toU = [](double x, unsigned width) { return integerFromFloat(bitsOf(x), 64, width, false); };
  EXPECT_EQ(toS(-1.9, 32).bits, 0xffffffffu);
  EXPECT_EQ(toS(2147483647.9, 32).bits, 0x7fffffffu);
  EXPECT_TRUE(toS(2147483647.9, 32).inRange);
  EXPECT_FALSE(toS(2147483648.0, 32).inRange);
  EXPECT_TRUE(toS(-2147483648.9, 32).inRange);
  EXPECT_FALSE(toS(-2147483649.0, 32).inRange);
  EXPECT_TRUE(toU(-0.9, 32).inRange);
  EXPECT_FALSE(toU(-1.0, 32).inRange);
  EXPECT_FALSE(toU(4294967296.0, 32).inRange);
  EXPECT_FALSE(toS(std::nan(""), 32).inRange);
  EXPECT_FALSE(toS(HUGE_VAL, 128).inRange);
  EXPECT_EQ(toU(0x1p127, 128).bits, U128{1} << 127);
  EXPECT_FALSE(toS(0x1p127, 128).inRange);
  EXPECT_TRUE(toS(-0x1p127, 128).inRange);
  EXPECT_TRUE(toS(5e-324, 8).inRange);
  auto fromWide = [](long double x, unsigned width) { return integerFromFloat(bitsOf(x), 80, width, true); };
  EXPECT_EQ(fromWide(0x1.fffffffffffffffcp62L, 64).bits, 0x7fffffffffffffffu);
  EXPECT_FALSE(fromWide(0x1p63L, 64).inRange);
  EXPECT_TRUE(fromWide(-0x1p63L, 64).inRange);
  EXPECT_FALSE(fromWide(-0x1.0000000000000002p63L, 64).inRange);
  EXPECT_TRUE(fromWide(-0x1p-16445L, 64).inRange);
  std::array<U128, 1> nan{canonicalNan(64)};
  EXPECT_FALSE(foldIsDetermined(Op::FToBits, Sort::bits(64), Sort::floating(64), nan));
  EXPECT_FALSE(foldIsDetermined(Op::FToS, Sort::bits(64), Sort::floating(64), nan));
  EXPECT_TRUE(foldIsDetermined(Op::FSqrt, Sort::floating(64), Sort::floating(64), nan));
}

TEST(Fold, FloatCornerCases) {
  Sort f = Sort::floating(64);
  U128 nan = canonicalNan(64);
  U128 zero = bitsOf(0.0);
  U128 minusZero = bitsOf(-0.0);
  EXPECT_EQ(fold(Op::Equal, Sort::boolean(), f, {nan, nan}), 1u);
  EXPECT_EQ(fold(Op::FEqual, Sort::boolean(), f, {nan, nan}), 0u);
  EXPECT_EQ(fold(Op::Equal, Sort::boolean(), f, {zero, minusZero}), 0u);
  EXPECT_EQ(fold(Op::FEqual, Sort::boolean(), f, {zero, minusZero}), 1u);
  EXPECT_EQ(fold(Op::FNeg, f, f, {nan}), nan);
  EXPECT_EQ(fold(Op::FAdd, f, f, {minusZero, zero}), zero);
  EXPECT_EQ(fold(Op::FDiv, f, f, {zero, zero}), nan);
  EXPECT_EQ(fold(Op::FSqrt, f, f, {bitsOf(-1.0)}), nan);
  EXPECT_EQ(fold(Op::FSqrt, f, f, {minusZero}), minusZero);
  EXPECT_EQ(fold(Op::FRoundEven, f, f, {bitsOf(2.5)}), bitsOf(2.0));
  EXPECT_EQ(fold(Op::FRoundAway, f, f, {bitsOf(2.5)}), bitsOf(3.0));
  EXPECT_EQ(fold(Op::FRoundUp, f, f, {bitsOf(-0.5)}), minusZero);
  EXPECT_EQ(fold(Op::FFma, f, f, {bitsOf(0x1.0000001p0), bitsOf(0x1.0000001p0), bitsOf(-1.0)}),
            bitsOf(std::fma(0x1.0000001p0, 0x1.0000001p0, -1.0)));
  EXPECT_EQ(fold(Op::FConvert, Sort::floating(32), f, {bitsOf(1e300)}), bitsOf(HUGE_VALF));
  EXPECT_EQ(fold(Op::FFromBits, Sort::floating(32), Sort::bits(32), {0xffc00001}), canonicalNan(32));
  const Sort wide = Sort::floating(80);
  EXPECT_EQ(fold(Op::FAdd, wide, wide, {bitsOf(0x1p63L), bitsOf(0.5L)}), bitsOf(0x1p63L));
  EXPECT_EQ(fold(Op::FConvert, f, wide, {bitsOf(0x1.00000000000008p0L)}), bitsOf(1.0));
  EXPECT_EQ(fold(Op::FConvert, wide, Sort::floating(32), {bitsOf(0.1f)}), bitsOf(static_cast<long double>(0.1f)));
  EXPECT_EQ(fold(Op::FFromBits, wide, Sort::bits(80), {U128{0x3fff} << 64}), bitsOf(1.0L));  // the integer bit is not looked at
  EXPECT_EQ(fold(Op::FNeg, wide, wide, {canonicalNan(80)}), canonicalNan(80));
}

TEST(Evaluator, SymbolsBeyondTheAssignmentAreZeroAndExtraBitsAreDropped) {
  ExprPool pool;
  ExprId x = pool.symbolExpr(pool.addSymbol({"x", Sort::bits(8)}));
  ExprId y = pool.symbolExpr(pool.addSymbol({"y", Sort::bits(8)}));
  ExprId f = pool.symbolExpr(pool.addSymbol({"f", Sort::floating(32)}));
  EXPECT_EQ(evaluate(pool, pool.binary(Op::Add, x, y), {0x1ff}), 0xffu);
  EXPECT_EQ(evaluate(pool, f, {0, 0, 0xffffffff}), canonicalNan(32));
}

TEST(Evaluator, RemembersUntilReset) {
  ExprPool pool;
  ExprId x = pool.symbolExpr(pool.addSymbol({"x", Sort::bits(8)}));
  ExprId e = pool.binary(Op::Mul, x, x);
  Assignment first{3};
  Assignment second{4};
  Evaluator evaluator(pool, first);
  EXPECT_EQ(evaluator.value(e), 9u);
  ExprId later = pool.binary(Op::UDiv, e, x);  // the pool grows under the evaluator
  EXPECT_EQ(evaluator.value(later), 3u);
  evaluator.reset(second);
  EXPECT_EQ(evaluator.value(later), 4u);
  EXPECT_EQ(evaluator.value(e), 16u);
}

TEST(Evaluator, OnlyTheChosenArmIsNeeded) {
  ExprPool pool;
  ExprId c = pool.symbolExpr(pool.addSymbol({"c", Sort::boolean()}));
  ExprId x = pool.symbolExpr(pool.addSymbol({"x", Sort::bits(8)}));
  ExprId unknown = pool.apply("f", {&x, 1}, Sort::bits(8));
  ExprId e = pool.ite(c, x, unknown);
  EXPECT_EQ(evaluate(pool, e, {1, 5}), 5u);
  EXPECT_THROW(evaluate(pool, e, {0, 5}), InternalError);
}

TEST(Evaluator, AReadBeyondTheEndGivesTheLastElement) {
  ExprPool pool(Rewriting::Off);
  ExprId x = pool.symbolExpr(pool.addSymbol({"x", Sort::bits(128)}));
  std::array<ExprId, 3> elements{pool.bits(8, 10), pool.bits(8, 20), pool.bits(8, 30)};
  ExprId e = pool.read(x, elements);
  EXPECT_EQ(evaluate(pool, e, {0}), 10u);
  EXPECT_EQ(evaluate(pool, e, {2}), 30u);
  EXPECT_EQ(evaluate(pool, e, {3}), 30u);
  EXPECT_EQ(evaluate(pool, e, {U128{1} << 64}), 30u);
  EXPECT_EQ(evaluate(pool, e, {maskOf(128)}), 30u);
}

}  // namespace
}  // namespace cleave::expr
