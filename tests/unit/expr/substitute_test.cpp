#include "expr/substitute.h"

#include <gtest/gtest.h>

#include "expr/evaluate.h"
#include "support/random.h"

namespace cleave::expr {
namespace {

class SubstituteTest : public ::testing::Test {
 protected:
  SymbolId symbol(const std::string& name, Sort sort = Sort::bits(8)) { return pool.addSymbol({name, sort, true}); }
  ExprPool pool;
};

TEST_F(SubstituteTest, ReplacesEverywhereAndLeavesTheRest) {
  const SymbolId x = symbol("x"), y = symbol("y"), z = symbol("z");
  const ExprId ex = pool.symbolExpr(x), ey = pool.symbolExpr(y), ez = pool.symbolExpr(z);
  Substitution substitution(pool);
  EXPECT_TRUE(substitution.empty());
  substitution.set(x, pool.binary(Op::Add, ey, pool.bits(8, 1)));
  EXPECT_FALSE(substitution.empty());
  const ExprId sum = pool.binary(Op::Mul, ex, pool.binary(Op::Add, ex, ez));
  const ExprId expected =
      pool.binary(Op::Mul, pool.binary(Op::Add, ey, pool.bits(8, 1)), pool.binary(Op::Add, pool.binary(Op::Add, ey, pool.bits(8, 1)), ez));
  EXPECT_EQ(substitution(sum), expected);
  const ExprId untouched = pool.binary(Op::Add, ey, ez);
  EXPECT_EQ(substitution(untouched), untouched);
}

TEST_F(SubstituteTest, IsNotAppliedToWhatItPutsIn) {
  const SymbolId x = symbol("x"), y = symbol("y");
  Substitution substitution(pool);
  substitution.set(x, pool.symbolExpr(y));
  substitution.set(y, pool.symbolExpr(x));
  const ExprId difference = pool.binary(Op::Sub, pool.symbolExpr(x), pool.symbolExpr(y));
  EXPECT_EQ(substitution(difference), pool.binary(Op::Sub, pool.symbolExpr(y), pool.symbolExpr(x)));
}

TEST_F(SubstituteTest, ConstantsFold) {
  const SymbolId x = symbol("x");
  Substitution substitution(pool);
  substitution.set(x, pool.bits(8, 5));
  const ExprId literal = pool.equal(pool.binary(Op::Add, pool.symbolExpr(x), pool.bits(8, 3)), pool.bits(8, 8));
  EXPECT_TRUE(pool.isTrue(substitution(literal)));
}

TEST_F(SubstituteTest, DeepSharingIsWalkedOnce) {
  const SymbolId x = symbol("x"), y = symbol("y");
  ExprId e = pool.symbolExpr(x);
  for (int i = 0; i < 20'000; ++i) e = pool.binary(i % 2 == 0 ? Op::Mul : Op::BitXor, e, pool.binary(Op::Add, e, pool.bits(8, i % 7 + 1)));
  Substitution substitution(pool);
  substitution.set(x, pool.symbolExpr(y));
  const ExprId replaced = substitution(e);
  EXPECT_EQ(pool.symbolsOf(replaced), std::vector<SymbolId>{y});
}

TEST_F(SubstituteTest, MeansTheSameAsEvaluatingInside) {
  Random random(5);
  const SymbolId x = symbol("x"), y = symbol("y"), leaf = symbol("leaf"), flag = symbol("flag", Sort::bits(1));
  for (int round = 0; round < 300; ++round) {
    std::vector<ExprId> terms{pool.symbolExpr(x), pool.symbolExpr(y), pool.symbolExpr(leaf), pool.bits(8, random.below(256))};
    const auto any = [&] { return terms[random.below(terms.size())]; };
    for (int k = 0; k < 12; ++k) {
      static constexpr Op kOps[] = {Op::Add, Op::Sub, Op::Mul, Op::BitAnd, Op::BitXor, Op::UDiv, Op::SRem, Op::Shl};
      if (random.chance(25)) {
        const ExprId condition =
            random.chance(50) ? pool.binary(Op::SLt, any(), any()) : pool.equal(pool.symbolExpr(flag), pool.bits(1, 1));
        terms.push_back(pool.ite(condition, any(), any()));
      } else if (random.chance(20)) {
        terms.push_back(pool.extract(pool.extend(Op::SExt, any(), 16), static_cast<unsigned>(random.below(8)), 8));
      } else if (random.chance(10)) {
        terms.push_back(pool.read(pool.extract(any(), 0, 2), std::vector<ExprId>{any(), any(), any()}));
      } else {
        terms.push_back(pool.binary(kOps[random.below(std::size(kOps))], any(), any()));
      }
    }
    const ExprId own = pool.binary(Op::Add, pool.binary(Op::Mul, pool.symbolExpr(x), pool.bits(8, 3)), pool.symbolExpr(y));
    Substitution substitution(pool);
    substitution.set(leaf, own);
    const ExprId replaced = substitution(terms.back());
    Assignment input(pool.symbolCount(), 0);
    input[x.value] = random.below(256);
    input[y.value] = random.below(256);
    input[flag.value] = random.below(2);
    const U128 inner = Evaluator(pool, input).value(own);
    const U128 after = Evaluator(pool, input).value(replaced);
    input[leaf.value] = inner;
    ASSERT_EQ(after, Evaluator(pool, input).value(terms.back()));
  }
}

}  // namespace
}  // namespace cleave::expr
