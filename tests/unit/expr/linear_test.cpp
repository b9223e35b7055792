// Sums modulo a power of two, and that what they tell holds for all values.
#include "expr/linear.h"

#include <gtest/gtest.h>

#include "expr/evaluate.h"
#include "support/random.h"

namespace cleave::expr {
namespace {

class Linear : public testing::Test {
 protected:
  ExprId symbol(const char* name, unsigned width) { return pool_.symbolExpr(pool_.addSymbol({name, Sort::bits(width), false})); }
  ExprId number(U128 value, unsigned width = 32) { return pool_.bits(width, value); }
  ExprId add(ExprId a, ExprId b) { return pool_.binary(Op::Add, a, b); }
  ExprId sub(ExprId a, ExprId b) { return pool_.binary(Op::Sub, a, b); }
  ExprId mul(ExprId a, ExprId b) { return pool_.binary(Op::Mul, a, b); }
  ExprId shl(ExprId a, unsigned by) { return pool_.binary(Op::Shl, a, number(by, pool_.sort(a).width)); }
  ExprPool pool_;
};

TEST_F(Linear, AHashInTwoForms) {
  ExprId x = number(17), y = number(17);
  for (int i = 0; i < 40; ++i) {
    const ExprId byte = pool_.extend(Op::ZExt, symbol("b", 8), 32);
    x = add(mul(x, number(31)), byte);
    y = add(sub(shl(y, 5), y), byte);
  }
  EXPECT_EQ(linearlyEqual(pool_, x, y), true);
  EXPECT_EQ(linearlyEqual(pool_, x, add(y, number(1))), false);
}

TEST_F(Linear, OrderAndSignsDoNotMatter) {
  const ExprId a = symbol("a", 32), b = symbol("b", 32), c = symbol("c", 32);
  EXPECT_EQ(linearlyEqual(pool_, add(add(a, b), c), add(c, add(b, a))), true);
  EXPECT_EQ(linearlyEqual(pool_, sub(a, b), pool_.unary(Op::Neg, sub(b, a))), true);
  EXPECT_EQ(linearlyEqual(pool_, add(pool_.unary(Op::BitNot, a), number(1)), pool_.unary(Op::Neg, a)), true);
  EXPECT_EQ(linearlyEqual(pool_, a, b), std::nullopt);
  EXPECT_EQ(linearlyEqual(pool_, mul(a, b), mul(b, c)), std::nullopt);
}

TEST_F(Linear, NarrowSumsAreNotWideOnes) {
  const ExprId a = symbol("a", 8), b = symbol("b", 8);
  const ExprId narrow = pool_.extend(Op::ZExt, add(a, b), 32);
  const ExprId wide = add(pool_.extend(Op::ZExt, a, 32), pool_.extend(Op::ZExt, b, 32));
  EXPECT_EQ(linearlyEqual(pool_, narrow, wide), std::nullopt) << "255 + 1";
}

// Whatever it says of random sums of all kinds must hold on random values.
TEST_F(Linear, WhatItSaysHolds) {
  Random random(7);
  std::vector<ExprId> wide{symbol("p", 16), symbol("q", 16), number(3, 16)};
  std::vector<ExprId> narrow{symbol("r", 9), symbol("s", 9)};
  unsigned told = 0;
  for (int round = 0; round < 4000; ++round) {
    const auto w = [&] { return wide[random.below(wide.size())]; };
    const auto n = [&] { return narrow[random.below(narrow.size())]; };
    switch (random.below(9)) {
      case 0:
        wide.push_back(add(w(), w()));
        break;
      case 1:
        wide.push_back(sub(w(), w()));
        break;
      case 2:
        wide.push_back(mul(w(), number(random.below(40), 16)));
        break;
      case 3:
        wide.push_back(shl(w(), static_cast<unsigned>(random.below(16))));
        break;
      case 4:
        wide.push_back(pool_.unary(random.chance(50) ? Op::Neg : Op::BitNot, w()));
        break;
      case 5:
        wide.push_back(pool_.extend(random.chance(50) ? Op::ZExt : Op::SExt, n(), 16));
        break;
      case 6:
        narrow.push_back(pool_.extract(w(), static_cast<unsigned>(random.below(8)), 9));
        break;
      case 7:
        narrow.push_back(add(n(), n()));
        break;
      case 8:
        wide.push_back(pool_.binary(Op::Concat, pool_.extract(w(), 0, 7), n()));
        break;
    }
    if (wide.size() > 60) wide.erase(wide.begin() + 3, wide.begin() + 20);
    const ExprId a = w(), b = w();
    const std::optional<bool> known = linearlyEqual(pool_, a, b);
    if (!known) continue;
    ++told;
    for (int k = 0; k < 20; ++k) {
      Assignment values(pool_.symbolCount(), 0);
      for (size_t s = 0; s < values.size(); ++s) values[s] = truncateTo(random.next(), pool_.symbol(SymbolId(s)).sort.width);
      Evaluator evaluator(pool_, values);
      ASSERT_EQ(evaluator.value(a) == evaluator.value(b), *known);
    }
  }
  EXPECT_GT(told, 50u);
}

}  // namespace
}  // namespace cleave::expr
