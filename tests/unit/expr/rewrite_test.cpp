// What the rewriter must achieve: forms that programs write differently get one id, and what is always so becomes a constant.
// That rules keep the meaning is the business of rewrite_random_test and rewrite_exhaustive_test.
#include <gtest/gtest.h>

#include <array>
#include <cmath>

#include "expr/pool.h"

namespace cleave::expr {
namespace {

struct Rewrite : ::testing::Test {
  ExprPool pool;
  ExprId x = symbol("x", Sort::bits(32));
  ExprId y = symbol("y", Sort::bits(32));
  ExprId l = symbol("l", Sort::bits(64));
  ExprId c = symbol("c", Sort::bits(8));
  ExprId d = symbol("d", Sort::bits(8));
  ExprId b = symbol("b", Sort::bits(1));
  ExprId p = symbol("p", Sort::boolean());
  ExprId q = symbol("q", Sort::boolean());
  ExprId f = symbol("f", Sort::floating(64));
  ExprId g = symbol("g", Sort::floating(64));

  ExprId symbol(const char* name, Sort sort) { return pool.symbolExpr(pool.addSymbol({name, sort})); }
  ExprId k(I128 value, unsigned width = 32) { return pool.bits(width, static_cast<U128>(value)); }
  ExprId real(double value) { return pool.constant(Sort::floating(64), bitsOf(value)); }
  ExprId op(Op o, ExprId a, ExprId b) { return pool.binary(o, a, b); }
  ExprId zext(ExprId a, unsigned width) { return pool.extend(Op::ZExt, a, width); }
  ExprId sext(ExprId a, unsigned width) { return pool.extend(Op::SExt, a, width); }
  ExprId asInt(ExprId condition) { return pool.ite(condition, k(1), k(0)); }
};

TEST_F(Rewrite, Identities) {
  EXPECT_EQ(op(Op::Add, x, k(0)), x);
  EXPECT_EQ(op(Op::Mul, k(1), x), x);
  EXPECT_EQ(op(Op::Mul, x, k(0)), k(0));
  EXPECT_EQ(op(Op::Sub, x, x), k(0));
  EXPECT_EQ(op(Op::BitXor, x, x), k(0));
  EXPECT_EQ(op(Op::BitAnd, x, x), x);
  EXPECT_EQ(op(Op::BitOr, x, pool.unary(Op::BitNot, x)), k(-1));
  EXPECT_EQ(op(Op::Shl, x, k(32)), k(0));
  EXPECT_EQ(op(Op::LShr, x, k(0)), x);
  EXPECT_EQ(pool.unary(Op::Neg, pool.unary(Op::Neg, x)), x);
  EXPECT_EQ(op(Op::Sub, op(Op::Add, x, y), y), x);
  EXPECT_EQ(op(Op::Add, op(Op::Sub, x, y), y), x);
  EXPECT_EQ(op(Op::SDiv, x, k(1)), x);
  EXPECT_EQ(op(Op::URem, x, k(1)), k(0));
}

TEST_F(Rewrite, OneFormForSumsAndProducts) {
  EXPECT_EQ(op(Op::Add, x, y), op(Op::Add, y, x));
  EXPECT_EQ(op(Op::Sub, x, k(3)), op(Op::Add, x, k(-3)));
  EXPECT_EQ(op(Op::Add, op(Op::Add, x, k(1)), k(2)), op(Op::Add, x, k(3)));
  EXPECT_EQ(op(Op::Add, op(Op::Add, x, k(1)), op(Op::Add, y, k(2))), op(Op::Add, op(Op::Add, y, x), k(3)));
  EXPECT_EQ(op(Op::Add, pool.unary(Op::BitNot, x), k(1)), pool.unary(Op::Neg, x));
  EXPECT_EQ(op(Op::Mul, x, k(2)), op(Op::Shl, x, k(1)));
  EXPECT_EQ(op(Op::Add, x, x), op(Op::Shl, x, k(1)));
  EXPECT_EQ(op(Op::Shl, op(Op::Shl, x, k(1)), k(2)), op(Op::Mul, x, k(8)));
  EXPECT_EQ(op(Op::Mul, op(Op::Shl, x, k(1)), k(3)), op(Op::Mul, x, k(6)));
  EXPECT_EQ(op(Op::Mul, op(Op::Add, x, k(1)), k(12)), op(Op::Add, op(Op::Mul, x, k(12)), k(12)));
  EXPECT_EQ(op(Op::UDiv, x, k(8)), op(Op::LShr, x, k(3)));
  EXPECT_EQ(op(Op::URem, x, k(8)), op(Op::BitAnd, x, k(7)));
  EXPECT_EQ(op(Op::BitAnd, x, k(255)), zext(pool.extract(x, 0, 8), 32));
}

TEST_F(Rewrite, ScaledIndicesCancel) {
  ExprId index = sext(x, 64);
  ExprId offset = op(Op::Mul, index, k(4, 64));
  EXPECT_EQ(op(Op::Add, offset, k(4, 64)), op(Op::Mul, op(Op::Add, index, k(1, 64)), k(4, 64)));
  EXPECT_EQ(op(Op::ULt, offset, k(40, 64)), op(Op::ULt, sext(x, 62), k(10, 62)));
  EXPECT_EQ(op(Op::ULt, offset, k(40, 64)), op(Op::ULt, x, k(10)));
  EXPECT_TRUE(pool.isTrue(pool.equal(op(Op::URem, offset, k(4, 64)), k(0, 64))));
}

TEST_F(Rewrite, ComparisonsHaveOneFormAndSeeThroughWidening) {
  EXPECT_EQ(op(Op::SLt, x, k(10)), op(Op::SLe, x, k(9)));
  EXPECT_EQ(pool.notOf(op(Op::SLt, x, k(10))), op(Op::SLe, k(10), x));
  EXPECT_EQ(pool.notOf(op(Op::ULt, x, y)), op(Op::ULe, y, x));
  EXPECT_TRUE(pool.isFalse(op(Op::ULt, x, k(0))));
  EXPECT_TRUE(pool.isTrue(op(Op::SLe, x, k(INT32_MAX))));
  EXPECT_EQ(op(Op::ULe, x, k(0)), pool.equal(x, k(0)));
  EXPECT_EQ(op(Op::SLt, k(INT32_MIN), x), pool.notOf(pool.equal(x, k(INT32_MIN))));
  EXPECT_EQ(op(Op::SLt, zext(c, 32), k(10)), op(Op::ULt, c, k(10, 8)));
  EXPECT_TRUE(pool.isTrue(op(Op::SLt, zext(c, 32), k(256))));
  EXPECT_TRUE(pool.isFalse(op(Op::SLt, sext(c, 32), k(-128))));
  EXPECT_EQ(op(Op::SLt, sext(c, 32), sext(d, 32)), op(Op::SLt, c, d));
  EXPECT_EQ(pool.equal(op(Op::Add, x, k(1)), k(5)), pool.equal(x, k(4)));
  EXPECT_EQ(pool.equal(op(Op::Mul, x, k(3)), k(9)), pool.equal(x, k(3)));
  EXPECT_TRUE(pool.isFalse(pool.equal(op(Op::Mul, x, k(6)), k(9))));
  EXPECT_EQ(pool.equal(op(Op::Sub, x, y), k(0)), pool.equal(x, y));
  EXPECT_TRUE(pool.isFalse(pool.equal(zext(c, 32), k(256))));
  EXPECT_EQ(pool.equal(sext(c, 32), k(-1)), pool.equal(c, k(-1, 8)));
  EXPECT_EQ(pool.equal(b, k(0, 1)), pool.notOf(pool.equal(b, k(1, 1))));
}

TEST_F(Rewrite, TruthValuesAsIntegersDisappear) {
  ExprId less = op(Op::SLt, x, y);
  EXPECT_EQ(pool.equal(asInt(less), k(0)), op(Op::SLe, y, x));
  EXPECT_EQ(pool.equal(asInt(less), k(1)), less);
  EXPECT_TRUE(pool.isFalse(pool.equal(asInt(less), k(2))));
  EXPECT_EQ(op(Op::SLt, k(0), zext(pool.extract(asInt(less), 0, 8), 32)), less);
  EXPECT_EQ(pool.equal(op(Op::Add, asInt(less), asInt(less)), k(2)), less);
  EXPECT_EQ(pool.ite(p, pool.boolean(true), pool.boolean(false)), p);
  EXPECT_EQ(pool.ite(pool.notOf(p), x, y), pool.ite(p, y, x));
  EXPECT_EQ(pool.ite(p, pool.ite(p, x, y), y), pool.ite(p, x, y));
  EXPECT_EQ(pool.ite(pool.equal(x, y), x, y), y);
  EXPECT_EQ(pool.ite(pool.equal(b, k(1, 1)), k(1), k(0)), zext(b, 32));
  EXPECT_EQ(pool.equal(pool.ite(p, k(3), pool.ite(q, k(5), k(7))), k(5)), pool.andOf(pool.notOf(p), q));
}

TEST_F(Rewrite, Conjunctions) {
  ExprId less = op(Op::SLt, x, y);
  EXPECT_TRUE(pool.isFalse(pool.andOf(p, pool.notOf(p))));
  EXPECT_TRUE(pool.isTrue(pool.orOf(less, op(Op::SLe, y, x))));
  EXPECT_TRUE(pool.isFalse(pool.andOf(op(Op::SLt, x, k(5)), op(Op::SLe, k(5), x))));
  EXPECT_EQ(pool.andOf(p, pool.orOf(p, q)), p);
  EXPECT_EQ(pool.andOf(p, pool.orOf(pool.notOf(p), q)), pool.andOf(p, q));
  EXPECT_EQ(pool.binary(Op::Xor, p, q), pool.notOf(pool.equal(q, p)));
  EXPECT_EQ(pool.notOf(pool.notOf(p)), p);
}

TEST_F(Rewrite, BytesOfAValueBecomeTheValueAgain) {
  std::vector<ExprId> values{x,
                             op(Op::Add, x, k(1)),
                             op(Op::Mul, x, y),
                             sext(c, 32),
                             zext(c, 32),
                             op(Op::Add, sext(c, 32), sext(d, 32)),
                             op(Op::Shl, x, k(4)),
                             op(Op::AShr, x, k(7)),
                             asInt(p),
                             pool.ite(p, k(0x1234), k(0x5678)),
                             op(Op::BitXor, sext(c, 32), zext(d, 32))};
  for (ExprId value : values) {
    std::array<ExprId, 4> byte;
    for (unsigned i = 0; i < 4; ++i) byte[i] = pool.extract(value, 8 * i, 8);
    ExprId fromLow = op(Op::Concat, byte[3], op(Op::Concat, byte[2], op(Op::Concat, byte[1], byte[0])));
    ExprId fromHigh = op(Op::Concat, op(Op::Concat, op(Op::Concat, byte[3], byte[2]), byte[1]), byte[0]);
    EXPECT_EQ(fromLow, value);
    EXPECT_EQ(fromHigh, value);
  }
}

TEST_F(Rewrite, BytesPutTogetherByShiftsAreAConcat) {
  ExprId both = op(Op::BitOr, op(Op::Shl, zext(c, 32), k(8)), zext(d, 32));
  EXPECT_EQ(both, zext(op(Op::Concat, c, d), 32));
  EXPECT_EQ(op(Op::Add, op(Op::Mul, zext(c, 32), k(256)), zext(d, 32)), both);
  EXPECT_EQ(op(Op::BitAnd, op(Op::LShr, both, k(8)), k(255)), zext(c, 32));
}

TEST_F(Rewrite, HashesAreEqualWhereWhatTheyAreMadeOfIs) {
  const auto mix = [&](ExprId e) { return op(Op::BitXor, e, op(Op::LShr, e, k(13))); };
  const auto hash = [&](ExprId e, int64_t seed) { return mix(op(Op::Mul, mix(op(Op::Mul, op(Op::BitXor, e, k(seed)), k(0x5bd1e995))), k(0x5bd1e995))); };
  EXPECT_EQ(pool.equal(hash(x, 7), hash(y, 7)), pool.equal(x, y));
  EXPECT_EQ(pool.equal(hash(x, 7), hash(y, 4)), pool.equal(op(Op::BitXor, x, k(3)), y));
  EXPECT_EQ(pool.equal(hash(x, 7), hash(k(12), 7)), pool.equal(x, k(12)));
  EXPECT_NE(pool.equal(op(Op::Mul, x, k(6)), op(Op::Mul, y, k(6))), pool.equal(x, y));
}

TEST_F(Rewrite, NarrowArithmeticInWideRegisters) {
  EXPECT_EQ(pool.extract(op(Op::Add, sext(c, 32), sext(d, 32)), 0, 8), op(Op::Add, c, d));
  EXPECT_EQ(pool.extract(op(Op::Mul, zext(c, 32), sext(d, 32)), 0, 8), op(Op::Mul, c, d));
  EXPECT_EQ(sext(zext(c, 16), 32), zext(c, 32));
}

TEST_F(Rewrite, Reads) {
  std::array<ExprId, 3> elements{x, y, x};
  EXPECT_EQ(pool.read(k(1, 8), elements), y);
  EXPECT_EQ(pool.read(k(200, 8), elements), x);
  std::array<ExprId, 3> same{x, x, x};
  EXPECT_EQ(pool.read(c, same), x);
  std::array<ExprId, 2> two{x, y};
  EXPECT_EQ(pool.read(c, two), pool.ite(pool.equal(c, k(0, 8)), x, y));
  EXPECT_EQ(pool.read(pool.ite(p, k(1, 8), k(7, 8)), elements), pool.ite(p, y, x));
  EXPECT_EQ(pool.read(zext(c, 64), elements), pool.read(c, elements));
  std::array<ExprId, 3> table{k(10), k(20), k(30)};
  EXPECT_TRUE(pool.isFalse(pool.equal(pool.read(c, table), k(25))));
  EXPECT_EQ(pool.equal(pool.read(c, table), k(30)), op(Op::ULe, k(2, 8), c));
}

TEST_F(Rewrite, ATestOfATablesElementsIsOneOfTheIndex) {
  std::vector<ExprId> flags;
  for (unsigned i = 0; i < 256; ++i) flags.push_back(k(i == 32 || (i >= 9 && i <= 13) ? 0x2002 : i < 128 ? 0x8004 : 0, 16));
  const ExprId read = pool.read(c, flags);
  const ExprId isSpace = pool.equal(pool.extract(read, 13, 1), k(1, 1));
  EXPECT_EQ(isSpace, pool.orOf(pool.andOf(op(Op::ULe, k(9, 8), c), op(Op::ULe, c, k(13, 8))), pool.equal(c, k(32, 8))));
  EXPECT_EQ(pool.equal(op(Op::BitAnd, read, k(0x8002, 16)), k(0, 16)), op(Op::SLe, c, k(255, 8)));
}

TEST_F(Rewrite, FloatsKeepTheirCorners) {
  ExprId zero = real(0.0);
  EXPECT_NE(op(Op::FAdd, f, zero), f);  // -0.0 + 0.0 is 0.0
  EXPECT_EQ(op(Op::FSub, f, zero), f);  // -0.0 - 0.0 is -0.0
  EXPECT_EQ(op(Op::FMul, f, real(1)), f);
  EXPECT_NE(op(Op::FSub, f, f), zero);  // NaN, infinities
  EXPECT_NE(op(Op::FMul, f, zero), zero);
  EXPECT_EQ(pool.op(pool.notOf(op(Op::FLt, f, g))), Op::Not);
  EXPECT_FALSE(pool.isTrue(op(Op::FEqual, f, f)));
  EXPECT_TRUE(pool.isTrue(pool.equal(f, f)));
  EXPECT_EQ(op(Op::FDiv, f, real(4)), op(Op::FMul, f, real(0.25)));
  EXPECT_EQ(pool.op(op(Op::FDiv, f, real(3))), Op::FDiv);
  EXPECT_EQ(op(Op::FSub, f, g), op(Op::FAdd, f, pool.unary(Op::FNeg, g)));
  EXPECT_EQ(pool.convert(Op::FFromBits, pool.convert(Op::FToBits, f, Sort::bits(64)), Sort::floating(64)), f);
  EXPECT_NE(pool.convert(Op::FToBits, pool.convert(Op::FFromBits, l, Sort::floating(64)), Sort::bits(64)), l);
  EXPECT_EQ(pool.convert(Op::FToS, pool.convert(Op::FFromS, x, Sort::floating(64)), Sort::bits(32)), x);
  EXPECT_NE(pool.convert(Op::FToS, pool.convert(Op::FFromS, x, Sort::floating(32)), Sort::bits(32)), x);
}

TEST_F(Rewrite, WhatHasNoMeaningIsNotFolded) {
  EXPECT_EQ(pool.convert(Op::FToS, real(1.5), Sort::bits(8)), k(1, 8));
  EXPECT_FALSE(pool.isConstant(pool.convert(Op::FToS, real(200), Sort::bits(8))));
  EXPECT_FALSE(pool.isConstant(pool.convert(Op::FToU, real(-1), Sort::bits(8))));
  EXPECT_FALSE(pool.isConstant(pool.convert(Op::FToBits, real(std::nan("")), Sort::bits(64))));
  ExprId choice = pool.ite(p, real(1), real(1000));
  EXPECT_EQ(pool.op(pool.convert(Op::FToS, choice, Sort::bits(8))), Op::FToS);
}

}  // namespace
}  // namespace cleave::expr
