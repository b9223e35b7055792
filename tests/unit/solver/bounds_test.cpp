#include "solver/bounds.h"

#include <gtest/gtest.h>

#include "expr/evaluate.h"
#include "support/random.h"

namespace cleave::solver {
namespace {

using expr::ExprId;
using expr::ExprPool;
using expr::Op;
using expr::Sort;

TEST(Bounds, OfALoopOneRemains) {
  ExprPool pool;
  ExprId n = pool.symbolExpr(pool.addSymbol({"n", Sort::bits(32), true}));
  std::vector<ExprId> literals;
  for (unsigned i = 0; i < 1000; ++i) literals.push_back(pool.binary(Op::SLt, pool.bits(32, i), n));
  ExprId last = literals.back();
  literals.push_back(pool.notOf(pool.binary(Op::SLt, pool.bits(32, 1000), n)));
  EXPECT_TRUE(keepTightestBounds(pool, literals));
  ASSERT_EQ(literals.size(), 2u);
  EXPECT_EQ(literals[0], last);
}

// What is left means the same, and a contradiction is one: by all values of the term.
TEST(Bounds, KeepTheMeaning) {
  unsigned dropped = 0;
  unsigned contradictions = 0;
  for (uint64_t seed = 0; seed < 3000; ++seed) {
    Random random(seed);
    ExprPool pool(seed % 2 == 0 ? expr::Rewriting::Off : expr::Rewriting::On);
    auto width = 1 + static_cast<unsigned>(random.below(5));
    ExprId x = pool.symbolExpr(pool.addSymbol({"x", Sort::bits(width), true}));
    std::vector<ExprId> literals;
    for (uint64_t i = 0, count = 1 + random.below(5); i < count; ++i) {
      constexpr Op kOps[] = {Op::ULt, Op::ULe, Op::SLt, Op::SLe};
      ExprId constant = pool.bits(width, truncateTo(random.next(), width));
      bool left = random.chance(50);
      ExprId literal = pool.binary(kOps[random.below(4)], left ? constant : x, left ? x : constant);
      literals.push_back(random.chance(40) ? pool.notOf(literal) : literal);
    }
    std::vector<ExprId> kept = literals;
    bool possible = keepTightestBounds(pool, kept);
    dropped += possible && kept.size() < literals.size();
    contradictions += !possible;
    for (uint64_t value = 0; value < uint64_t{1} << width; ++value) {
      expr::Assignment assignment{value};
      auto holds = [&](const std::vector<ExprId>& all) {
        for (ExprId literal : all) {
          if (expr::evaluate(pool, literal, assignment) == 0) return false;
        }
        return true;
      };
      ASSERT_EQ(holds(literals), possible && holds(kept)) << "seed " << seed << ", value " << value;
    }
  }
  EXPECT_GT(dropped, 300u);
  EXPECT_GT(contradictions, 100u);
}

TEST(Bounds, SignedAndUnsignedReadingsStayApart) {
  ExprPool pool;
  ExprId x = pool.symbolExpr(pool.addSymbol({"x", Sort::bits(8), true}));
  std::vector<ExprId> literals{pool.binary(Op::SLt, x, pool.bits(8, 0)), pool.binary(Op::ULt, pool.bits(8, 100), x)};
  EXPECT_TRUE(keepTightestBounds(pool, literals));
  EXPECT_EQ(literals.size(), 2u);
}

}  // namespace
}  // namespace cleave::solver
