#include <gtest/gtest.h>

#include <cmath>
#include <vector>

#include "expr/print.h"

namespace cleave::expr {
namespace {

struct Text : ::testing::Test {
  ExprPool pool;
  ExprId i = symbol("i", 32, true);
  ExprId j = symbol("j", 32, true);
  ExprId u = symbol("u", 32, false);
  ExprId c = symbol("c", 8, true);
  ExprId uc = symbol("uc", 8, false);
  ExprId l = symbol("l", 64, true);
  ExprId b = symbol("b", 1, false);
  ExprId x = pool.symbolExpr(pool.addSymbol({"x", Sort::floating(64)}));
  ExprId y = pool.symbolExpr(pool.addSymbol({"y", Sort::floating(64)}));
  ExprId f = pool.symbolExpr(pool.addSymbol({"f", Sort::floating(32)}));

  ExprId symbol(const char* name, unsigned width, bool isSigned) {
    return pool.symbolExpr(pool.addSymbol({name, Sort::bits(width), isSigned}));
  }
  ExprId k(I128 value, unsigned width = 32) { return pool.bits(width, static_cast<U128>(value)); }
  ExprId d(double value) { return pool.constant(Sort::floating(64), bitsOf(value)); }
  ExprId op(Op o, ExprId a, ExprId b) { return pool.binary(o, a, b); }
  std::string text(ExprId e) { return toCText(pool, e); }
  std::string all(std::vector<ExprId> literals) { return conditionText(pool, literals); }
};

TEST_F(Text, ComparisonsHaveTheirConstantOnTheRightAndARoundOne) {
  EXPECT_EQ(text(op(Op::SLt, i, k(0))), "i < 0");
  EXPECT_EQ(text(op(Op::SLt, k(0), i)), "i > 0");
  EXPECT_EQ(text(op(Op::SLe, k(0), i)), "i >= 0");
  EXPECT_EQ(text(op(Op::SLe, k(10), i)), "i >= 10");
  EXPECT_EQ(text(op(Op::SLt, i, k(10))), "i < 10");
  EXPECT_EQ(text(op(Op::SLe, i, k(10))), "i <= 10");
  EXPECT_EQ(text(op(Op::SLe, i, k(7))), "i <= 7");
  EXPECT_EQ(text(op(Op::SLt, k(-10), i)), "i > -10");
  EXPECT_EQ(text(op(Op::SLt, i, j)), "i < j");
  EXPECT_EQ(text(pool.notOf(op(Op::SLt, i, j))), "j <= i");
  EXPECT_EQ(text(pool.equal(i, k(-3))), "i == -3");
  EXPECT_EQ(text(pool.notOf(pool.equal(u, k(-1)))), "u != UINT_MAX");
  EXPECT_EQ(text(pool.equal(i, k(INT32_MIN))), "i == INT_MIN");
  EXPECT_EQ(text(pool.equal(l, k(INT64_MAX, 64))), "l == LONG_MAX");
}

TEST_F(Text, SignsShowAsCastsWhereTheyDiffer) {
  EXPECT_EQ(text(op(Op::ULt, i, k(10))), "(unsigned)i < 10");
  EXPECT_EQ(text(op(Op::ULt, u, k(10))), "u < 10");
  EXPECT_EQ(text(op(Op::SLt, u, k(10))), "(int)u < 10");
  EXPECT_EQ(text(op(Op::ULt, op(Op::Add, i, j), u)), "(unsigned)(i + j) < u");
  EXPECT_EQ(text(op(Op::UDiv, i, j)), "(unsigned)i / (unsigned)j");
  EXPECT_EQ(text(op(Op::SDiv, i, k(3))), "i / 3");
  EXPECT_EQ(text(op(Op::LShr, i, k(3))), "(unsigned)i >> 3");
  EXPECT_EQ(text(op(Op::AShr, i, k(3))), "i >> 3");
  EXPECT_EQ(text(pool.equal(i, u)), "i == u");
}

TEST_F(Text, SumsAndProductsReadAsWritten) {
  EXPECT_EQ(text(op(Op::Add, i, k(1))), "i + 1");
  EXPECT_EQ(text(op(Op::Sub, i, k(3))), "i - 3");
  EXPECT_EQ(text(op(Op::Add, u, k(-3))), "u - 3");
  EXPECT_EQ(text(op(Op::Sub, k(5), i)), "5 - i");
  EXPECT_EQ(text(op(Op::Mul, i, k(4))), "i * 4");
  EXPECT_EQ(text(op(Op::Shl, i, k(20))), "i << 20");
  EXPECT_EQ(text(op(Op::Mul, op(Op::Add, i, j), k(3))), "(i + j) * 3");
  EXPECT_EQ(text(op(Op::Mul, i, op(Op::Sub, j, u))), "i * (j - u)");
  EXPECT_EQ(text(op(Op::Mul, u, op(Op::UDiv, u, k(3)))), "u * (u / 3)");
  EXPECT_EQ(text(op(Op::Mul, u, op(Op::URem, u, k(3)))), "u * (u % 3)");
  EXPECT_EQ(text(op(Op::UDiv, op(Op::Mul, u, i), u)), "i * u / u");
  EXPECT_EQ(text(op(Op::Sub, i, op(Op::Sub, j, u))), "i - (j - u)");
  EXPECT_EQ(text(pool.unary(Op::Neg, op(Op::Add, i, j))), "-(i + j)");
}

TEST_F(Text, BitsReadAsMasksShiftsAndCasts) {
  EXPECT_EQ(text(op(Op::BitAnd, i, k(255))), "(unsigned char)i");
  EXPECT_EQ(text(op(Op::BitAnd, i, k(7))), "i & 7");
  EXPECT_EQ(text(op(Op::BitAnd, op(Op::LShr, u, k(4)), k(15))), "(u >> 4) & 0xf");
  EXPECT_EQ(text(op(Op::BitAnd, i, k(0x15))), "i & 0x15");
  EXPECT_EQ(text(op(Op::BitOr, op(Op::BitXor, i, j), u)), "u | (i ^ j)");
  EXPECT_EQ(text(pool.extract(i, 0, 8)), "(signed char)i");
  EXPECT_EQ(text(pool.extract(u, 8, 8)), "(unsigned char)(u >> 8)");
  EXPECT_EQ(text(op(Op::URem, u, k(2))), "u & 1");
}

// A ring of 8: the machine adds three bits.
TEST_F(Text, TheLowBitsOfASumAreThoseOfTheWholeSum) {
  const auto low = [&](ExprId e, unsigned width) { return pool.extract(e, 0, width); };
  EXPECT_EQ(text(pool.extend(Op::ZExt, op(Op::Add, low(u, 3), k(1, 3)), 32)), "(u + 1) & 7");
  EXPECT_EQ(text(pool.extend(Op::ZExt, op(Op::Add, low(u, 5), k(31, 5)), 32)), "(u - 1) & 0x1f");
  EXPECT_EQ(text(pool.read(op(Op::Add, low(u, 1), k(1, 1)), std::vector<ExprId>{i, j})).find("_BitInt"), std::string::npos);
  EXPECT_EQ(text(op(Op::ULt, op(Op::Add, low(u, 4), k(15, 4)), k(9, 4))), "((u - 1) & 0xf) <= 8");
  EXPECT_EQ(text(pool.extend(Op::ZExt, op(Op::Add, low(i, 3), low(u, 3)), 32)), "(u + i) & 7");
  EXPECT_EQ(text(pool.extend(Op::ZExt, op(Op::Add, low(l, 3), k(1, 3)), 32)), "(int)((l + 1) & 7)");
}

TEST_F(Text, WideningIsShownWhereCWouldNotDoItItself) {
  EXPECT_EQ(text(op(Op::Add, pool.extend(Op::SExt, c, 32), k(1))), "c + 1");
  EXPECT_EQ(text(op(Op::Add, pool.extend(Op::ZExt, uc, 32), k(1))), "uc + 1");
  EXPECT_EQ(text(op(Op::Add, pool.extend(Op::ZExt, c, 32), k(1))), "(unsigned char)c + 1");
  EXPECT_EQ(text(op(Op::Add, pool.extend(Op::SExt, i, 64), l)), "l + (long)i");
  EXPECT_EQ(text(op(Op::Mul, pool.extend(Op::SExt, i, 64), k(4, 64))), "(long)i * 4");
  EXPECT_EQ(text(op(Op::Add, c, k(1, 8))), "(signed char)(c + 1)");
}

TEST_F(Text, TruthValuesAndChoices) {
  ExprId negative = op(Op::SLt, i, k(0));
  ExprId less = op(Op::SLt, i, j);
  EXPECT_EQ(text(pool.equal(b, k(1, 1))), "b");
  EXPECT_EQ(text(pool.equal(b, k(0, 1))), "!b");
  EXPECT_EQ(text(pool.ite(negative, k(0), i)), "i < 0 ? 0 : i");
  EXPECT_EQ(text(pool.equal(pool.ite(negative, k(1), k(0)), k(0))), "i >= 0");
  ExprId three = pool.equal(u, k(3));  // made first, it stands first
  EXPECT_EQ(text(pool.orOf(pool.andOf(negative, less), three)), "u == 3 || (i < 0 && i < j)");
  EXPECT_EQ(text(pool.notOf(pool.andOf(negative, less))), "!(i < 0 && i < j)");
  EXPECT_EQ(text(pool.equal(negative, less)), "(i < 0) == (i < j)");
  std::vector<ExprId> elements;
  for (int n = 0; n < 12; ++n) elements.push_back(k(n * n));
  EXPECT_EQ(text(pool.read(i, elements)), "{0, 1, 4, 9, 16, 25, 36, 49, …}[i]");
  EXPECT_EQ(text(pool.read(i, std::span(elements).first(3))), "{0, 1, 4}[i]");
}

TEST_F(Text, Floats) {
  EXPECT_EQ(text(op(Op::FLt, x, d(1.5))), "x < 1.5");
  EXPECT_EQ(text(op(Op::FLt, d(1.5), x)), "x > 1.5");
  EXPECT_EQ(text(pool.notOf(op(Op::FLe, x, y))), "!(x <= y)");
  EXPECT_EQ(text(op(Op::FSub, x, d(0.1))), "x - 0.1");
  EXPECT_EQ(text(op(Op::FMul, op(Op::FAdd, x, y), d(2))), "(x + y) * 2.0");
  EXPECT_EQ(text(pool.convert(Op::FConvert, f, Sort::floating(64))), "(double)f");
  EXPECT_EQ(text(pool.convert(Op::FFromU, i, Sort::floating(64))), "(double)(unsigned)i");
  EXPECT_EQ(text(pool.convert(Op::FToS, x, Sort::bits(32))), "(int)x");
  EXPECT_EQ(text(pool.unary(Op::FSqrt, x)), "sqrt(x)");
  EXPECT_EQ(text(pool.equal(x, y)), "same(x, y)");
  EXPECT_EQ(text(pool.unary(Op::FIsNan, x)), "isnan(x)");
}

TEST_F(Text, LiteralsReadBack) {
  EXPECT_EQ(toCLiteral(Sort::bits(32), 0xffffffff, true), "-1");
  EXPECT_EQ(toCLiteral(Sort::bits(32), 0xffffffff, false), "4294967295");
  EXPECT_EQ(toCLiteral(Sort::bits(128), maskOf(128), false), "340282366920938463463374607431768211455");
  EXPECT_EQ(toCLiteral(Sort::floating(64), bitsOf(0.1), true), "0.1");
  EXPECT_EQ(toCLiteral(Sort::floating(64), bitsOf(-0.0), true), "-0.0");
  EXPECT_EQ(toCLiteral(Sort::floating(64), bitsOf(3.0), true), "3.0");
  EXPECT_EQ(toCLiteral(Sort::floating(64), bitsOf(1e300), true), "1e+300");
  EXPECT_EQ(toCLiteral(Sort::floating(32), bitsOf(0.1f), true), "0.1f");
  EXPECT_EQ(toCLiteral(Sort::floating(80), bitsOf(0.1L), true), "0.1L");
  EXPECT_EQ(toCLiteral(Sort::floating(80), bitsOf(-0x1p-16445L), true), "-4e-4951L");
  EXPECT_EQ(toCLiteral(Sort::floating(80), canonicalNan(80), true), "NAN");
  EXPECT_EQ(toCLiteral(Sort::floating(32), canonicalNan(32), true), "NAN");
  EXPECT_EQ(toCLiteral(Sort::floating(64), bitsOf(-HUGE_VAL), true), "-INFINITY");
  EXPECT_EQ(toCLiteral(Sort::boolean(), 1, false), "true");
}

TEST_F(Text, ConditionsMergeComparisonsOfOneTerm) {
  EXPECT_EQ(all({}), "true");
  EXPECT_EQ(all({op(Op::SLe, k(0), i), op(Op::SLt, i, k(10))}), "i >= 0 && i < 10");
  EXPECT_EQ(all({pool.notOf(pool.equal(i, k(0))), op(Op::SLe, i, k(0))}), "i < 0");
  EXPECT_EQ(all({op(Op::SLe, k(3), i), op(Op::SLe, i, k(3))}), "i == 3");
  EXPECT_EQ(all({op(Op::SLt, k(0), op(Op::Add, i, k(1))), op(Op::SLt, k(0), i)}), "i > 0 && i < INT_MAX");
  EXPECT_EQ(all({op(Op::SLe, op(Op::Add, i, k(1)), k(0)), op(Op::SLt, k(0), i)}), "i == INT_MAX");
  EXPECT_EQ(all({op(Op::ULt, i, k(10))}), "i >= 0 && i < 10");
  EXPECT_EQ(all({op(Op::ULt, op(Op::Sub, u, k(3)), k(5))}), "u >= 3 && u <= 7");
  EXPECT_EQ(all({pool.notOf(pool.equal(i, k(INT32_MAX)))}), "i != INT_MAX");
  EXPECT_EQ(all({pool.notOf(pool.equal(u, k(0)))}), "u != 0");
  EXPECT_EQ(all({pool.notOf(pool.equal(i, k(5))), op(Op::SLt, k(0), i), op(Op::SLt, i, k(100))}), "i > 0 && i < 100 && i != 5");
  EXPECT_EQ(all({op(Op::SLt, i, k(0)), op(Op::SLt, k(0), i)}), "false");
  EXPECT_EQ(all({op(Op::SLt, i, j), op(Op::SLt, i, j), op(Op::SLt, i, k(0))}), "i < j && i < 0");
  EXPECT_EQ(all({pool.equal(b, k(1, 1)), pool.orOf(op(Op::SLt, i, j), pool.equal(u, k(1)))}), "b && (i < j || u == 1)");
  EXPECT_EQ(all({op(Op::ULe, op(Op::Sub, k(7), i), k(4))}), "i >= 3 && i <= 7");
}

TEST_F(Text, HugeTermsAreCutFromTheInsideAndInTime) {
  ExprId doubled = i;
  for (int n = 0; n < 1000; ++n) doubled = op(Op::Mul, op(Op::Add, doubled, j), op(Op::BitXor, doubled, u));  // as a tree: 2^1000
  std::string cut = text(doubled);
  EXPECT_LE(cut.size(), 400u);
  EXPECT_NE(cut.find("…"), std::string::npos);
  ExprId chain = i;
  for (int n = 0; n < 300000; ++n) chain = op(Op::Add, op(Op::BitXor, chain, j), u);
  cut = text(chain);
  EXPECT_LE(cut.size(), 400u);
  EXPECT_GT(cut.size(), 200u);
  EXPECT_FALSE(all({op(Op::SLt, chain, k(5)), pool.equal(doubled, k(3))}).empty());
}

}  // namespace
}  // namespace cleave::expr
