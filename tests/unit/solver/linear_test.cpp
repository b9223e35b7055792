// Linear conditions as integers: random ones over narrow inputs, where sums wrap often, against all inputs; and wide ones that bits take long
// for.
#include <gtest/gtest.h>

#include <random>

#include "expr/evaluate.h"
#include "solver/private/z3_linear.h"
#include "solver/solver.h"

namespace cleave::solver {
namespace {

using expr::ExprId;
using expr::ExprPool;
using expr::Op;
using expr::Sort;
using expr::SymbolId;

constexpr unsigned kManySteps = 10'000'000;

class Random {
 public:
  Random(ExprPool& pool, unsigned seed) : pool_(pool), random_(seed) {
    for (const bool isSigned : {true, true, false}) {
      ids.push_back(pool.addSymbol({"s" + std::to_string(ids.size()), Sort::bits(4), isSigned}));
      symbols_.push_back(pool.symbolExpr(ids.back()));
    }
  }

  ExprId literal() { return below(3) == 0 ? pool_.notOf(truth(3)) : truth(3); }

  std::vector<SymbolId> ids;

 private:
  unsigned below(unsigned n) { return static_cast<unsigned>(random_() % n); }

  ExprId truth(unsigned depth) {
    const unsigned width = below(2) == 0 ? 4 : 7;
    if (depth > 0 && below(4) == 0) return pool_.binary(below(2) == 0 ? Op::And : Op::Or, truth(depth - 1), truth(depth - 1));
    constexpr Op kOrders[] = {Op::Equal, Op::ULt, Op::ULe, Op::SLt, Op::SLe};
    return pool_.binary(kOrders[below(5)], term(width, depth), term(width, depth));
  }

  ExprId term(unsigned width, unsigned depth) {
    if (depth == 0) {
      if (below(4) == 0) return pool_.bits(width, random_() & maskOf(width));
      const ExprId symbol = symbols_[below(static_cast<unsigned>(symbols_.size()))];
      return width == 4 ? symbol : pool_.extend(below(2) == 0 ? Op::SExt : Op::ZExt, symbol, width);
    }
    switch (below(8)) {
      case 0:
      case 1:
        return pool_.binary(Op::Add, term(width, depth - 1), term(width, depth - 1));
      case 2:
        return pool_.binary(Op::Sub, term(width, depth - 1), term(width, depth - 1));
      case 3:
        return pool_.unary(below(2) == 0 ? Op::Neg : Op::BitNot, term(width, depth - 1));
      case 4:
        return pool_.binary(below(2) == 0 ? Op::Mul : Op::Shl, term(width, depth - 1), pool_.bits(width, below(4)));
      case 5:
        return pool_.ite(truth(depth - 1), term(width, depth - 1), term(width, depth - 1));
      case 6:
        if (width == 4) return pool_.extract(term(7, depth - 1), 0, 4);
        return pool_.extend(below(2) == 0 ? Op::SExt : Op::ZExt, term(4, depth - 1), width);
      default:
        return term(width, 0);
    }
  }

  ExprPool& pool_;
  std::mt19937_64 random_;
  std::vector<ExprId> symbols_;
};

bool hasMember(const ExprPool& pool, const std::vector<ExprId>& query) {
  for (unsigned k = 0; k < 16 * 16 * 16; ++k) {
    const expr::Assignment values{k & 15, k >> 4 & 15, k >> 8};
    if (std::ranges::all_of(query, [&](ExprId e) { return expr::evaluate(pool, e, values) != 0; })) return true;
  }
  return false;
}

TEST(Linear, AgreesWithAllInputs) {
  size_t members = 0, none = 0, open = 0;
  for (unsigned seed = 0; seed < 600; ++seed) {
    ExprPool pool(seed % 2 == 0 ? expr::Rewriting::On : expr::Rewriting::Off);
    Random random(pool, seed);
    std::vector<ExprId> query;
    for (unsigned k = 0; k < 1 + seed % 4; ++k) query.push_back(random.literal());
    LinearTranslation linear(pool);
    const Solution solution = linear.solve(query, random.ids, kManySteps, 10'000);
    switch (solution.answer) {
      case Answer::Satisfiable:
        for (const ExprId e : query) ASSERT_NE(expr::evaluate(pool, e, solution.model), 0u) << "seed " << seed;
        ++members;
        break;
      case Answer::Unsatisfiable:
        ASSERT_FALSE(hasMember(pool, query)) << "seed " << seed;
        ++none;
        break;
      case Answer::Unknown:
        ++open;
        break;
    }
  }
  EXPECT_GT(members, 150u);
  EXPECT_GT(none, 30u);
  EXPECT_LT(open, 300u);  // terms that may wrap more often than is followed
}

TEST(Linear, WhatIsNotLinearIsLeftOut) {
  ExprPool pool;
  const SymbolId a = pool.addSymbol({"a", Sort::bits(32), true}), b = pool.addSymbol({"b", Sort::bits(32), true});
  const ExprId x = pool.symbolExpr(a), y = pool.symbolExpr(b);
  const ExprId product = pool.binary(Op::SLt, pool.binary(Op::Mul, x, y), pool.bits(32, 7));
  const std::vector<SymbolId> symbols{a, b};
  const ExprId less = pool.binary(Op::SLt, x, y), more = pool.binary(Op::SLt, y, x);
  LinearTranslation linear(pool);
  EXPECT_EQ(linear.solve(std::vector{product, less}, symbols, kManySteps, 10'000).answer, Answer::Unknown);
  EXPECT_EQ(linear.solve(std::vector{product, less, more}, symbols, kManySteps, 10'000).answer, Answer::Unsatisfiable);
  EXPECT_FALSE(linear.isWorthwhile(std::vector{product, less}));
}

// (long)a + b < (long)c + d and the like, over ints: a cycle of four such is impossible.
TEST(Linear, WideSumsAreQuick) {
  ExprPool pool;
  std::vector<SymbolId> symbols;
  std::vector<ExprId> wide;
  for (const char* name : {"a", "b", "c", "d", "e", "f", "g", "h"}) {
    symbols.push_back(pool.addSymbol({name, Sort::bits(32), true}));
    wide.push_back(pool.extend(Op::SExt, pool.symbolExpr(symbols.back()), 64));
  }
  std::vector<ExprId> sums, query;
  for (size_t k = 0; k < wide.size(); k += 2) sums.push_back(pool.binary(Op::Add, wide[k], wide[k + 1]));
  for (size_t k = 0; k < sums.size(); ++k) query.push_back(pool.binary(Op::SLt, sums[k], sums[(k + 1) % sums.size()]));
  LinearTranslation linear(pool);
  EXPECT_TRUE(linear.isWorthwhile(query));
  EXPECT_EQ(linear.solve(query, symbols, 20'000, 10'000).answer, Answer::Unsatisfiable);
  query.pop_back();
  const Solution solution = linear.solve(query, symbols, 20'000, 10'000);
  ASSERT_EQ(solution.answer, Answer::Satisfiable);
  for (const ExprId e : query) EXPECT_NE(expr::evaluate(pool, e, solution.model), 0u);
}

}  // namespace
}  // namespace cleave::solver
