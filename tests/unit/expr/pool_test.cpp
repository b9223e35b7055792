#include "expr/pool.h"

#include <gtest/gtest.h>

#include <array>

#include "expr/evaluate.h"
#include "support/check.h"

namespace cleave::expr {
namespace {

TEST(Pool, EqualExpressionsHaveEqualIds) {
  for (Rewriting mode : {Rewriting::On, Rewriting::Off}) {
    ExprPool pool(mode);
    ExprId x = pool.symbolExpr(pool.addSymbol({"x", Sort::bits(32)}));
    ExprId y = pool.symbolExpr(pool.addSymbol({"y", Sort::bits(32)}));
    EXPECT_NE(x, y);
    EXPECT_EQ(x, pool.symbolExpr(SymbolId(0)));
    EXPECT_EQ(pool.binary(Op::UDiv, x, y), pool.binary(Op::UDiv, x, y));
    EXPECT_NE(pool.binary(Op::UDiv, x, y), pool.binary(Op::UDiv, y, x));
    EXPECT_NE(pool.binary(Op::UDiv, x, y), pool.binary(Op::SDiv, x, y));
    EXPECT_NE(pool.extract(x, 3, 8), pool.extract(x, 4, 8));
    EXPECT_NE(pool.extend(Op::ZExt, x, 64), pool.extend(Op::ZExt, x, 65));
    EXPECT_EQ(pool.bits(32, 7), pool.bits(32, (U128{1} << 32) + 7));
    EXPECT_NE(pool.bits(32, 7), pool.bits(33, 7));
    EXPECT_NE(pool.bits(64, 7), pool.constant(Sort::floating(64), 7));
    EXPECT_NE(pool.bits(1, 1), pool.boolean(true));
    std::array<ExprId, 2> arguments{x, y};
    EXPECT_EQ(pool.apply("f", arguments, Sort::bits(8)), pool.apply("f", arguments, Sort::bits(8)));
    EXPECT_NE(pool.apply("f", arguments, Sort::bits(8)), pool.apply("g", arguments, Sort::bits(8)));
    EXPECT_EQ(pool.functionName(pool.apply("g", arguments, Sort::bits(8))), "g");
  }
}

TEST(Pool, AllNansAreOne) {
  ExprPool pool;
  EXPECT_EQ(pool.constant(Sort::floating(32), 0x7f800001), pool.constant(Sort::floating(32), 0xffc12345));
  EXPECT_EQ(pool.constantBits(pool.constant(Sort::floating(64), 0xfff8000000000001)), canonicalNan(64));
  EXPECT_NE(pool.constant(Sort::floating(64), bitsOf(0.0)), pool.constant(Sort::floating(64), bitsOf(-0.0)));
}

TEST(Pool, WrongSortsAreRefused) {
  ExprPool pool;
  ExprId x = pool.symbolExpr(pool.addSymbol({"x", Sort::bits(32)}));
  ExprId y = pool.symbolExpr(pool.addSymbol({"y", Sort::bits(64)}));
  ExprId f = pool.symbolExpr(pool.addSymbol({"f", Sort::floating(64)}));
  ExprId t = pool.boolean(true);
  EXPECT_THROW(pool.binary(Op::Add, x, y), InternalError);
  EXPECT_THROW(pool.binary(Op::And, x, x), InternalError);
  EXPECT_THROW(pool.binary(Op::Add, f, f), InternalError);
  EXPECT_THROW(pool.binary(Op::FAdd, x, x), InternalError);
  EXPECT_THROW(pool.binary(Op::Ite, x, x), InternalError);
  EXPECT_THROW(pool.binary(Op::FFma, f, f), InternalError);
  EXPECT_THROW(pool.binary(Op::FSqrt, f, f), InternalError);
  EXPECT_THROW(pool.binary(Op::BitNot, x, x), InternalError);
  EXPECT_THROW(pool.unary(Op::Not, x), InternalError);
  EXPECT_THROW(pool.unary(Op::FFma, f), InternalError);
  EXPECT_THROW(pool.ite(x, x, x), InternalError);
  EXPECT_THROW(pool.ite(t, x, y), InternalError);
  EXPECT_THROW(pool.extract(x, 30, 3), InternalError);
  EXPECT_THROW(pool.extract(x, 0, 0), InternalError);
  EXPECT_THROW(pool.extend(Op::ZExt, y, 32), InternalError);
  EXPECT_THROW(pool.convert(Op::FFromBits, x, Sort::floating(64)), InternalError);
  EXPECT_THROW(pool.convert(Op::FToS, x, Sort::bits(32)), InternalError);
  EXPECT_THROW(pool.binary(Op::Concat, y, pool.bits(65, 0)), InternalError);
  EXPECT_THROW(pool.read(x, {}), InternalError);
  EXPECT_THROW(pool.addSymbol({"w", Sort::bits(129)}), InternalError);
  EXPECT_THROW(pool.symbolExpr(SymbolId(17)), InternalError);
}

TEST(Pool, OperandsStayWhereTheyAre) {
  ExprPool pool;
  ExprId x = pool.symbolExpr(pool.addSymbol({"x", Sort::bits(32)}));
  ExprId y = pool.symbolExpr(pool.addSymbol({"y", Sort::bits(32)}));
  std::span<const ExprId> operands = pool.operands(pool.binary(Op::SDiv, x, y));
  ExprId chain = x;
  for (int i = 0; i < 100000; ++i) chain = pool.binary(Op::UDiv, chain, y);
  EXPECT_EQ(operands[0], x);
  EXPECT_EQ(operands[1], y);
}

TEST(Pool, SymbolsOfAreAscendingAndComplete) {
  ExprPool pool;
  std::vector<ExprId> symbols;
  for (int i = 0; i < 5; ++i) symbols.push_back(pool.symbolExpr(pool.addSymbol({"s" + std::to_string(i), Sort::bits(32)})));
  ExprId e = pool.binary(Op::Add, pool.binary(Op::Mul, symbols[3], symbols[1]), pool.binary(Op::SDiv, symbols[3], symbols[4]));
  EXPECT_EQ(pool.symbolsOf(e), (std::vector{SymbolId(1), SymbolId(3), SymbolId(4)}));
  EXPECT_TRUE(pool.symbolsOf(pool.bits(8, 1)).empty());
  EXPECT_EQ(&pool.symbolsOf(pool.binary(Op::Mul, symbols[1], symbols[0])), &pool.symbolsOf(pool.binary(Op::UDiv, symbols[0], symbols[1])));
}

TEST(Pool, MillionLevelsNeedNoStack) {
  ExprPool pool;
  ExprId x = pool.symbolExpr(pool.addSymbol({"x", Sort::bits(32)}));
  ExprId y = pool.symbolExpr(pool.addSymbol({"y", Sort::bits(32)}));
  ExprId chain = x;
  uint32_t expected = 12345;
  for (uint32_t i = 0; i < 500000; ++i) {
    chain = pool.binary(Op::Add, pool.binary(Op::BitXor, chain, y), pool.bits(32, i));
    expected = (expected ^ 77) + i;
  }
  EXPECT_GT(pool.size(), 900000u);
  EXPECT_EQ(pool.symbolsOf(chain).size(), 2u);
  EXPECT_EQ(static_cast<uint32_t>(evaluate(pool, chain, {12345, 77})), expected);
}

TEST(Pool, ConjunctionOfParts) {
  ExprPool pool;
  ExprId x = pool.symbolExpr(pool.addSymbol({"x", Sort::boolean()}));
  ExprId y = pool.symbolExpr(pool.addSymbol({"y", Sort::boolean()}));
  EXPECT_TRUE(pool.isTrue(pool.conjunction({})));
  std::array<ExprId, 3> parts{x, y, x};
  EXPECT_EQ(pool.conjunction(parts), pool.andOf(x, y));
  std::array<ExprId, 3> opposed{x, y, pool.notOf(x)};
  EXPECT_TRUE(pool.isFalse(pool.conjunction(opposed)));
}

}  // namespace
}  // namespace cleave::expr
