// Answers against the truth: every assignment of a few narrow symbols is tried.
#include <gtest/gtest.h>

#include "expr/evaluate.h"
#include "random_query.h"
#include "solver/solver.h"

namespace cleave::solver {
namespace {

using expr::ExprId;
using expr::ExprPool;
using expr::Rewriting;

struct Tally {
  unsigned satisfiable = 0;
  unsigned unsatisfiable = 0;
};

void expectModelHolds(const ExprPool& pool, const std::vector<ExprId>& query, const Solution& solution) {
  ASSERT_EQ(solution.model.size(), pool.symbolCount());
  for (ExprId literal : query) ASSERT_NE(expr::evaluate(pool, literal, solution.model), 0u);
}

template <class MakeSolver>
void compareWithBruteForce(Rewriting rewriting, uint64_t seed, unsigned rounds, unsigned perRound, MakeSolver makeSolver) {
  Tally tally;
  const std::vector<std::vector<unsigned>> shapes = {{4, 5}, {4, 4, 0}, {8}, {3, 3, 3}, {6, 5}, {7, 0, 0}};
  for (unsigned round = 0; round < rounds; ++round) {
    ExprPool pool(rewriting);
    RandomQuery queries(pool, seed + round, shapes[round % shapes.size()]);
    auto solver = makeSolver(pool);
    for (unsigned i = 0; i < perRound; ++i) {
      auto literals = 1 + static_cast<unsigned>(queries.random().below(6));
      std::vector<ExprId> query = queries.conjunction(literals, 1 + static_cast<unsigned>(queries.random().below(4)));
      Solution solution = solver->solve(query, Seconds(60));
      ASSERT_NE(solution.answer, Answer::Unknown) << solution.reason;
      bool possible = queries.bruteForce(query);
      ASSERT_EQ(solution.answer == Answer::Satisfiable, possible) << "round " << round << ", query " << i;
      if (possible) {
        ASSERT_NO_FATAL_FAILURE(expectModelHolds(pool, query, solution));
      }
      ++(possible ? tally.satisfiable : tally.unsatisfiable);
    }
  }
  EXPECT_GT(tally.satisfiable, rounds * perRound / 5);  // the queries are of both kinds
  EXPECT_GT(tally.unsatisfiable, rounds * perRound / 5);
}

auto chainOf(ExprPool& pool) { return std::make_unique<SolverChain>(pool, nullptr); }
auto backendOf(ExprPool& pool) { return makeZ3Solver(pool, nullptr); }

TEST(BruteForce, Z3OnPlainExpressions) { compareWithBruteForce(Rewriting::Off, 1000, 24, 50, backendOf); }
TEST(BruteForce, Z3OnRewrittenExpressions) { compareWithBruteForce(Rewriting::On, 2000, 24, 50, backendOf); }
TEST(BruteForce, ChainOnPlainExpressions) { compareWithBruteForce(Rewriting::Off, 3000, 24, 50, chainOf); }
TEST(BruteForce, ChainOnRewrittenExpressions) { compareWithBruteForce(Rewriting::On, 4000, 24, 100, chainOf); }

// Paths: literals are added one by one, and each is flipped, so that cache, recent models and subsets of refuted sets all come into play.
TEST(BruteForce, ChainOnFlipsAlongPaths) {
  for (uint64_t seed = 0; seed < 20; ++seed) {
    ExprPool pool;
    RandomQuery queries(pool, 5000 + seed, {4, 4, 3});
    SolverChain chain(pool, nullptr);
    for (unsigned path = 0; path < 6; ++path) {
      std::vector<ExprId> prefix;
      for (unsigned step = 0; step < 10; ++step) {
        ExprId literal = queries.truth(2);
        std::vector<ExprId> flipped = prefix;
        flipped.push_back(pool.notOf(literal));
        prefix.push_back(literal);
        for (const auto& query : {flipped, prefix}) {
          Solution solution = chain.solve(query, Seconds(60));
          ASSERT_NE(solution.answer, Answer::Unknown) << solution.reason;
          ASSERT_EQ(solution.answer == Answer::Satisfiable, queries.bruteForce(query));
        }
        if (!queries.bruteForce(prefix)) prefix.back() = pool.notOf(literal);
        if (!queries.bruteForce(prefix)) break;
      }
    }
  }
}

}  // namespace
}  // namespace cleave::solver
