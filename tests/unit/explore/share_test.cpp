#include "explore/share.h"

#include <gtest/gtest.h>

#include <cmath>

namespace cleave::explore {
namespace {

using expr::ExprId;
using expr::ExprPool;
using expr::Op;
using expr::Sort;
using result::PartitionKind;
using result::Share;
using result::Shares;

class Shared : public testing::Test {
 protected:
  ExprPool pool_;
  vm::InputSpace plan_;

  ExprId cell(const std::string& name, unsigned width) {
    const expr::SymbolId symbol = pool_.addSymbol({name, Sort::bits(width)});
    plan_.cells.push_back({name, "int", Sort::bits(width), true, symbol});
    return pool_.symbolExpr(symbol);
  }
  ExprId k(unsigned width, int64_t value) { return pool_.bits(width, truncateTo(static_cast<U128>(I128{value}), width)); }
  ExprId below(ExprId a, int64_t value) { return pool_.binary(Op::SLt, a, k(pool_.sort(a).width, value)); }
  ExprId is(ExprId a, int64_t value) { return pool_.equal(a, k(pool_.sort(a).width, value)); }
  Shares estimate(const std::vector<SharePart>& parts, bool covered) {
    ShareOptions options;
    options.covered = covered;
    return estimateShares(pool_, plan_, parts, options);
  }
};

TEST_F(Shared, OneInputOfAll) {
  const ExprId i = cell("i", 32);
  const Shares shares = estimate({{PartitionKind::Different, {is(i, 1234)}}, {PartitionKind::Equal, {pool_.notOf(is(i, 1234))}}}, true);
  EXPECT_TRUE(shares.different.exact);
  EXPECT_EQ(shares.different.count, "1 of 2^32");
  EXPECT_DOUBLE_EQ(shares.different.estimate, std::ldexp(1, -32));
  EXPECT_EQ(shares.equal.count, "all but 1 of 2^32");
  EXPECT_EQ(shares.open.count, "0 of 2^32");
}

TEST_F(Shared, TheFirstPartThatContainsAnInputHasIt) {
  const ExprId i = cell("i", 32), j = cell("j", 32);
  // i < 0; then 0 <= i < 8 among what is left, and j < 0; the rest is open.
  const Shares shares = estimate({{PartitionKind::Equal, {below(i, 0)}},
                                  {PartitionKind::Different, {below(i, 8), below(j, 0)}},
                                  {PartitionKind::Unfinished, {is(j, 3)}}},
                                 false);
  EXPECT_EQ(shares.equal.count, "2^63 of 2^64");
  EXPECT_EQ(shares.different.count, "2^34 of 2^64");
  EXPECT_TRUE(shares.open.exact);
  EXPECT_NEAR(shares.open.estimate, 0.5, 1e-8);
  EXPECT_LT(shares.open.estimate, 0.5);
}

TEST_F(Shared, BooleanCombinationsAndExtendedCells) {
  const ExprId c = cell("c", 8), i = cell("i", 32);
  const ExprId wide = pool_.extend(Op::SExt, c, 32);
  // -3 <= (int)c < 100, or c == -128; and i + 1 is 0 or i is not less than 1000.
  const ExprId range = pool_.andOf(pool_.notOf(below(wide, -3)), below(wide, 100));
  const ExprId first = pool_.orOf(range, is(c, -128));
  const ExprId second = pool_.orOf(is(pool_.binary(Op::Add, i, k(32, 1)), 0), pool_.notOf(below(i, 1000)));
  const Shares shares = estimate({{PartitionKind::Equal, {first, second}}}, false);
  const double expected = 104.0 / 256 * ((std::ldexp(1, 31) - 1000 + 1) / std::ldexp(1, 32));
  ASSERT_TRUE(shares.equal.exact);
  EXPECT_DOUBLE_EQ(shares.equal.estimate, expected);
  EXPECT_TRUE(shares.different.exact);
  EXPECT_EQ(shares.different.estimate, 0);
}

TEST_F(Shared, SmallSpacesAreWalkedThrough) {
  const ExprId a = cell("a", 8), b = cell("b", 4);
  const ExprId product = pool_.equal(pool_.binary(Op::Mul, a, a), pool_.extend(Op::ZExt, b, 8));
  uint64_t expected = 0;
  for (unsigned x = 0; x < 256; ++x) expected += ((x * x) & 255) < 16;
  const Shares shares = estimate({{PartitionKind::Different, {product}}, {PartitionKind::Equal, {pool_.notOf(product)}}}, true);
  ASSERT_TRUE(shares.different.exact);
  EXPECT_EQ(shares.different.count, std::to_string(expected) + " of 2^12");
  EXPECT_DOUBLE_EQ(shares.equal.estimate, 1 - static_cast<double>(expected) / 4096);
}

TEST_F(Shared, OtherwiseInputsAreSampled) {
  const ExprId i = cell("i", 32), j = cell("j", 32);
  // i < j holds on half of all inputs, i == j on one of 2^32.
  const ExprId less = pool_.binary(Op::SLt, i, j);
  const ExprId same = pool_.equal(i, j);
  const Shares shares = estimate({{PartitionKind::Equal, {less}}, {PartitionKind::Different, {same}}}, false);
  EXPECT_FALSE(shares.equal.exact);
  EXPECT_LT(shares.equal.low, 0.5);
  EXPECT_GT(shares.equal.high, 0.5);
  EXPECT_LT(shares.equal.high - shares.equal.low, 0.2);
  EXPECT_FALSE(shares.different.exact);
  EXPECT_GT(shares.different.low, 0);  // its witness
  EXPECT_EQ(shares.different.count, "at least 1 of 2^64");
  EXPECT_LT(shares.different.high, 0.05);
  EXPECT_FALSE(shares.open.exact);
}

TEST_F(Shared, IntervalsHoldTheTruth) {
  // A known fraction, by an expression that is not a comparison of a cell: 3/8 of all i.
  const ExprId i = cell("i", 32);
  const ExprId low = pool_.extract(pool_.binary(Op::Mul, i, pool_.bits(32, 0x10001)), 3, 3);
  const ExprId three = pool_.binary(Op::ULt, low, pool_.bits(3, 3));
  int misses = 0;
  for (uint64_t seed = 1; seed <= 40; ++seed) {
    ShareOptions options;
    options.seed = seed;
    options.samples = 2000;
    options.limit = Seconds(5);
    const std::vector<SharePart> parts{{PartitionKind::Equal, {three}}};
    const Shares shares = estimateShares(pool_, plan_, parts, options);
    ASSERT_FALSE(shares.equal.exact);
    misses += shares.equal.low > 0.375 || shares.equal.high < 0.375;
  }
  EXPECT_LE(misses, 6);  // 2 are expected of 40
}

TEST_F(Shared, WhatIsKnownNeedsNoCounting) {
  const ExprId i = cell("i", 64), j = cell("j", 64);
  const ExprId less = pool_.binary(Op::SLt, i, j);
  const Shares equal = estimate({{PartitionKind::Equal, {less}}, {PartitionKind::Equal, {pool_.notOf(less)}}}, true);
  EXPECT_EQ(equal.equal.count, "all of 2^128");
  EXPECT_TRUE(equal.open.exact);
  EXPECT_EQ(estimate({{PartitionKind::Different, {}}}, true).different.count, "all of 2^128");
  // Not proved to be covered: something may be open, however many samples say otherwise.
  const Shares unsure = estimate({{PartitionKind::Equal, {less}}, {PartitionKind::Equal, {pool_.notOf(less)}}}, false);
  EXPECT_FALSE(unsure.open.exact);
  EXPECT_GT(unsure.open.high, 0);
  EXPECT_FALSE(unsure.equal.exact);
}

TEST_F(Shared, NothingIsSaidAboutWhatCannotBeEvaluated) {
  const ExprId i = cell("i", 32);
  const ExprId leaf = pool_.symbolExpr(pool_.addSymbol({"leaf!1!1", Sort::bits(32)}));
  const ExprId applied = pool_.apply("sin", std::vector<ExprId>{i}, Sort::bits(32));
  for (const ExprId odd : {is(leaf, 0), is(applied, 0)}) {
    const Shares shares = estimate({{PartitionKind::Equal, {odd}}, {PartitionKind::Different, {below(i, 0)}}}, false);
    EXPECT_FALSE(shares.equal.exact);
    EXPECT_FALSE(shares.open.exact);
    EXPECT_NEAR(shares.different.estimate, 0.5, 0.1);
  }
}

TEST_F(Shared, NoInputsIsOneInput) {
  const Shares shares = estimate({{PartitionKind::Equal, {}}}, false);
  EXPECT_EQ(shares.equal.count, "all of 1");
}

TEST_F(Shared, ManyBoxes) {
  const ExprId i = cell("i", 32), j = cell("j", 32), l = cell("l", 32);
  std::vector<SharePart> parts;
  for (int n = 0; n < 100; ++n)
    parts.push_back({n % 2 == 0 ? PartitionKind::Equal : PartitionKind::Different, {below(i, n * 3), below(j, n * 5), below(l, 7 * n)}});
  const Shares shares = estimate(parts, false);
  double sum = shares.equal.estimate + shares.different.estimate + shares.open.estimate;
  EXPECT_NEAR(sum, 1, 1e-9);
  EXPECT_NEAR(shares.open.estimate, 0.875, 0.05);
}

}  // namespace
}  // namespace cleave::explore
