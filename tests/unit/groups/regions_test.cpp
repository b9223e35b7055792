#include "groups/regions.h"

#include <gtest/gtest.h>

#include "small_space.h"
#include "support/random.h"

namespace cleave::groups {
namespace {

using expr::ExprId;

TEST(Regions, ALiteralAndItsOppositeAreJoined) {
  SmallSpace s;
  const ExprId x = s.number("x"), y = s.number("y");
  const ExprId p = s.isLess(x, 5), l = s.is(y, 3);
  const std::vector<Region> all = joined(s.pool, {{{p, l}, {0}}, {{s.pool.notOf(l), p}, {4}}});
  ASSERT_EQ(all.size(), 1u);
  EXPECT_EQ(all[0].literals, std::vector<ExprId>{p});
  EXPECT_EQ(all[0].parts, (std::vector<uint32_t>{0, 4}));
}

TEST(Regions, JoiningGoesOnUntilNothingIsLeft) {
  SmallSpace s;
  std::vector<ExprId> bits;
  for (const char* name : {"a", "b", "c"}) bits.push_back(s.is(s.number(name), 0));
  std::vector<Region> regions;
  for (uint32_t k = 0; k < 8; ++k) {
    Region region{{}, {k}};
    for (unsigned b = 0; b < 3; ++b) region.literals.push_back((k >> b) & 1 ? bits[b] : s.pool.notOf(bits[b]));
    regions.push_back(region);
  }
  const std::vector<Region> all = joined(s.pool, regions);
  ASSERT_EQ(all.size(), 1u);
  EXPECT_TRUE(all[0].literals.empty());
  EXPECT_EQ(all[0].parts.size(), 8u);
}

// A path through a loop of a million iterations: trying each literal would copy all others.
TEST(Regions, OfManyLiteralsStayAsTheyAre) {
  SmallSpace s;
  const ExprId x = s.number("x");
  Region longOne{{}, {0}}, other{{}, {1}};
  for (unsigned k = 0; k < 300'000; ++k) longOne.literals.push_back(s.isNot(x, k));
  other.literals = longOne.literals;
  other.literals.back() = s.pool.notOf(other.literals.back());
  EXPECT_EQ(joined(s.pool, {longOne, other}).size(), 2u);
}

TEST(Regions, ARegionWithinAnotherGoesIntoIt) {
  SmallSpace s;
  const ExprId p = s.isLess(s.number("x"), 5), q = s.is(s.number("y"), 3);
  const std::vector<Region> all = joined(s.pool, {{{p, q}, {0}}, {{p}, {1}}});
  ASSERT_EQ(all.size(), 1u);
  EXPECT_EQ(all[0].literals, std::vector<ExprId>{p});
  EXPECT_EQ(all[0].parts, (std::vector<uint32_t>{0, 1}));
}

TEST(Regions, WhatDiffersInTwoLiteralsStays) {
  SmallSpace s;
  const ExprId p = s.isLess(s.number("x"), 5), q = s.is(s.number("y"), 3);
  EXPECT_EQ(joined(s.pool, {{{p, q}, {0}}, {{s.pool.notOf(p), s.pool.notOf(q)}, {1}}}).size(), 2u);
}

// The union is the same set of inputs before and after, whatever is joined.
TEST(Regions, JoiningKeepsTheUnionOnAllInputs) {
  for (uint64_t seed = 1; seed <= 60; ++seed) {
    Random random(seed);
    expr::ExprPool pool;
    const ExprId x = pool.symbolExpr(pool.addSymbol({"x", expr::Sort::bits(8), false}));
    std::vector<ExprId> literals;
    for (int i = 0; i < 4; ++i) {
      literals.push_back(pool.binary(expr::Op::ULt, x, pool.bits(8, random.below(256))));
      literals.push_back(pool.notOf(literals.back()));
    }
    std::vector<Region> regions;
    std::vector<std::vector<ExprId>> before, after;
    for (uint32_t k = 0; k < 10; ++k) {
      Region region{{}, {k}};
      for (uint64_t n = 1 + random.below(3); n > 0; --n) region.literals.push_back(literals[random.below(literals.size())]);
      before.push_back(region.literals);
      regions.push_back(std::move(region));
    }
    std::vector<uint32_t> parts;
    for (const Region& each : joined(pool, regions)) {
      after.push_back(each.literals);
      parts.insert(parts.end(), each.parts.begin(), each.parts.end());
    }
    EXPECT_EQ(parts.size(), 10u) << "seed " << seed;
    const ExprId one = unionOf(pool, before), other = unionOf(pool, after);
    for (U128 value = 0; value < 256; ++value)
      EXPECT_EQ(expr::evaluate(pool, one, {value}), expr::evaluate(pool, other, {value})) << "seed " << seed;
  }
}

}  // namespace
}  // namespace cleave::groups
