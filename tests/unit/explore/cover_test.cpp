#include "explore/cover.h"

#include <gtest/gtest.h>

#include "explore/frontier.h"
#include "support/random.h"

namespace cleave::explore {
namespace {

using expr::ExprId;
using expr::ExprPool;
using expr::Op;

TEST(Cover, NoPartCoversNothing) {
  ExprPool pool;
  Cover cover(pool);
  EXPECT_TRUE(pool.isTrue(cover.uncovered()));
  EXPECT_FALSE(cover.covers({}));
}

TEST(Cover, AnEmptyConjunctionCoversEverything) {
  ExprPool pool;
  Cover cover(pool);
  cover.add({});
  EXPECT_TRUE(pool.isFalse(cover.uncovered()));
  EXPECT_TRUE(cover.covers({}));
}

TEST(Cover, WhatIsLeftOutCoversNothing) {
  ExprPool pool;
  const ExprId x = pool.symbolExpr(pool.addSymbol({"x", expr::Sort::bits(8), false}));
  const ExprId small = pool.binary(Op::ULt, x, pool.bits(8, 10));
  Cover cover(pool);
  cover.add({small});
  cover.add({pool.notOf(small)});
  EXPECT_TRUE(cover.covers({3}));
  cover.leaveOut(0);
  EXPECT_FALSE(cover.covers({3}));
  EXPECT_EQ(cover.find({12}), std::optional<size_t>(1));
  EXPECT_EQ(cover.uncovered(), small);
  EXPECT_EQ(cover.outside().size(), 1u);
  EXPECT_TRUE(pool.isTrue(cover.uncovered({false, true})));
}

// The factored question must say exactly what membership says, for every input.
TEST(Cover, UncoveredAgreesWithMembershipOnAllInputs) {
  for (uint64_t seed = 1; seed <= 40; ++seed) {
    Random random(seed);
    ExprPool pool;
    const ExprId x = pool.symbolExpr(pool.addSymbol({"x", expr::Sort::bits(8), false}));
    std::vector<ExprId> literals;
    for (int i = 0; i < 6; ++i) {
      const ExprId literal = pool.binary(Op::ULt, x, pool.bits(8, random.below(256)));
      literals.push_back(literal);
      literals.push_back(pool.notOf(literal));
    }
    Cover cover(pool);
    for (uint64_t r = 0; r < 1 + random.below(8); ++r) {
      std::vector<ExprId> part;
      for (uint64_t k = 0; k < random.below(5); ++k) part.push_back(literals[random.below(literals.size())]);
      cover.add(part);
    }
    const ExprId uncovered = cover.uncovered();
    for (U128 value = 0; value < 256; ++value) {
      const expr::Assignment input{value};
      EXPECT_NE(cover.covers(input), expr::evaluate(pool, uncovered, input) != 0) << "seed " << seed;
    }
  }
}

TEST(Frontier, PromisesComeInOrderAndQuestionsOnce) {
  Frontier frontier;
  frontier.addInput({1}, Promise::Rest);
  frontier.addInput({2}, Promise::Difference);
  frontier.addInput({3}, Promise::Difference);
  frontier.addFlip(0, 1, ExprId(size_t{5}), 77, Promise::Propagation);
  frontier.addFlip(4, 2, ExprId(size_t{6}), 77, Promise::Difference);  // the same question
  EXPECT_EQ(frontier.size(), 4u);
  Work work;
  for (const uint64_t expected : {2, 3}) {
    ASSERT_TRUE(frontier.pop(work));
    EXPECT_TRUE(work.isInput && work.input[0] == expected);
  }
  ASSERT_TRUE(frontier.pop(work));
  EXPECT_FALSE(work.isInput);
  ASSERT_TRUE(frontier.pop(work));
  EXPECT_TRUE(work.isInput && work.input[0] == 1);
  EXPECT_FALSE(frontier.pop(work));
}

}  // namespace
}  // namespace cleave::explore
