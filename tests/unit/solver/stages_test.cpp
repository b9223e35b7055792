// The stages one by one, over a solver that answers by script, and the chain as a whole.
#include "solver/stages.h"

#include <gtest/gtest.h>

#include <functional>

#include "expr/evaluate.h"
#include "random_query.h"
#include "solver/reasons.h"

namespace cleave::solver {
namespace {

using expr::ExprId;
using expr::ExprPool;
using expr::Op;
using expr::Sort;

// Answers by a function, and writes down what it was asked.
class Scripted : public Solver {
 public:
  using Script = std::function<Solution(std::span<const ExprId>, Seconds)>;
  using Log = std::vector<std::vector<ExprId>>;

  Scripted(Log& log, Script script) : log_(log), script_(std::move(script)) {}
  Solution solve(std::span<const ExprId> conjunction, Seconds limit) override {
    log_.emplace_back(conjunction.begin(), conjunction.end());
    return script_(conjunction, limit);
  }

 private:
  Log& log_;
  Script script_;
};

class Stages : public ::testing::Test {
 protected:
  Stages() {
    for (const char* name : {"a", "b", "c"}) symbols_.push_back(pool_.symbolExpr(pool_.addSymbol({name, Sort::bits(8), false})));
  }
  ExprId above(int symbol, unsigned bound) { return pool_.binary(Op::ULt, pool_.bits(8, bound), symbols_[symbol]); }
  ExprId isValue(int symbol, unsigned value) { return pool_.equal(symbols_[symbol], pool_.bits(8, value)); }
  std::unique_ptr<Solver> scripted(Scripted::Script script) { return std::make_unique<Scripted>(log_, std::move(script)); }
  std::unique_ptr<Solver> always(Solution solution) {
    return scripted([solution](auto, auto) { return solution; });
  }
  std::unique_ptr<Solver> z3() {
    return scripted(
        [solver = std::shared_ptr<Solver>(makeZ3Solver(pool_, nullptr))](auto query, auto limit) { return solver->solve(query, limit); });
  }

  ExprPool pool_;
  FunctionFinder functions_{pool_};
  SolverStatistics statistics_;
  std::vector<ExprId> symbols_;
  Scripted::Log log_;
};

using Query = std::vector<ExprId>;

TEST_F(Stages, ValidatorRefusesAModelThatDoesNotHold) {
  auto validator = makeValidator(pool_, functions_, always(satisfiable({7, 0, 0})));
  EXPECT_EQ(validator->solve(Query{isValue(0, 7)}, Seconds(1)).answer, Answer::Satisfiable);
  Solution refused = validator->solve(Query{isValue(0, 8)}, Seconds(1));
  EXPECT_EQ(refused.answer, Answer::Unknown);
  EXPECT_EQ(refused.reason, "the solver's model does not hold");
}

TEST_F(Stages, SimplifierAnswersWhatIsOpen) {
  auto simplifier = makeSimplifier(pool_, always(unknown("asked")));
  EXPECT_EQ(simplifier->solve(Query{}, Seconds(1)).answer, Answer::Satisfiable);
  EXPECT_EQ(simplifier->solve(Query{pool_.boolean(true)}, Seconds(1)).model.size(), 3u);
  EXPECT_EQ(simplifier->solve(Query{above(0, 1), pool_.boolean(false)}, Seconds(1)).answer, Answer::Unsatisfiable);
  ExprId literal = isValue(0, 3);
  EXPECT_EQ(simplifier->solve(Query{literal, above(1, 1), pool_.notOf(literal)}, Seconds(1)).answer, Answer::Unsatisfiable);
  EXPECT_EQ(simplifier->solve(Query{pool_.notOf(literal), literal}, Seconds(1)).answer, Answer::Unsatisfiable);
  EXPECT_TRUE(log_.empty());
}

TEST_F(Stages, SimplifierSplitsAndDropsRepetitions) {
  auto simplifier = makeSimplifier(pool_, always(unknown("asked")));
  ExprId a = isValue(0, 3), b = isValue(1, 4), c = isValue(2, 5);
  simplifier->solve(Query{pool_.andOf(a, pool_.andOf(b, c)), b, pool_.notOf(pool_.orOf(pool_.notOf(a), isValue(1, 9)))}, Seconds(1));
  ASSERT_EQ(log_.size(), 1u);
  EXPECT_EQ(log_[0], (Query{a, b, c, pool_.notOf(isValue(1, 9))}));
}

// A ladder of conjunctions that uses each rung twice has 2^60 paths.
TEST_F(Stages, SimplifierVisitsSharedPartsOnce) {
  ExprPool plain(expr::Rewriting::Off);
  ExprId x = plain.symbolExpr(plain.addSymbol({"x", Sort::boolean(), false}));
  ExprId ladder = x;
  for (int i = 0; i < 60; ++i) ladder = plain.andOf(ladder, ladder);
  auto simplifier = makeSimplifier(plain, always(unknown("asked")));
  simplifier->solve(Query{ladder}, Seconds(1));
  ASSERT_EQ(log_.size(), 1u);
  EXPECT_EQ(log_[0], Query{x});
}

TEST_F(Stages, IndependenceSplitsBySymbols) {
  auto independence = makeIndependence(pool_, functions_, z3());
  ExprId both = pool_.binary(Op::ULt, symbols_[0], symbols_[2]);
  Solution solution = independence->solve(Query{isValue(0, 3), isValue(1, 4), both}, Seconds(10));
  ASSERT_EQ(solution.answer, Answer::Satisfiable);
  EXPECT_EQ(log_, (Scripted::Log{{isValue(0, 3), both}, {isValue(1, 4)}}));
  EXPECT_TRUE(solution.model[0] == 3 && solution.model[1] == 4 && solution.model[2] > 3);
}

TEST_F(Stages, OneUnsatisfiableGroupRefutesAll) {
  ExprId refuted = above(0, 9), undecided = above(1, 9), fine = above(2, 9);
  auto script = [&](std::span<const ExprId> query, Seconds) {
    if (query[0] == refuted) return unsatisfiable();
    return query[0] == undecided ? unknown("too hard") : satisfiable({10, 10, 10});
  };
  auto independence = makeIndependence(pool_, functions_, scripted(script));
  EXPECT_EQ(independence->solve(Query{refuted, fine, undecided}, Seconds(1)).answer, Answer::Unsatisfiable);
  Solution open = independence->solve(Query{fine, undecided}, Seconds(1));
  EXPECT_EQ(open.answer, Answer::Unknown);
  EXPECT_EQ(open.reason, "too hard");
  EXPECT_EQ(independence->solve(Query{fine}, Seconds(1)).model, (expr::Assignment{0, 0, 10}));  // other symbols are zero
}

TEST_F(Stages, GroupsShareTheLimit) {
  std::vector<double> limits;
  auto script = [&](std::span<const ExprId>, Seconds limit) {
    limits.push_back(limit.count());
    auto until = Clock::now() + std::chrono::milliseconds(30);
    while (Clock::now() < until) {
    }
    return limit.count() > 0.015 ? satisfiable({1, 1, 1}) : unknown("solver time-out after 0.0 s");
  };
  auto independence = makeIndependence(pool_, functions_, scripted(script));
  Solution solution = independence->solve(Query{above(0, 0), above(1, 0), above(2, 0)}, Seconds(0.06));
  ASSERT_EQ(limits.size(), 3u);
  EXPECT_LT(limits[1], 0.031);
  EXPECT_LT(limits[2], 0.001);
  EXPECT_EQ(solution.reason, "solver time-out after 0.1 s");
}

TEST_F(Stages, FunctionsTieGroupsTogether) {
  auto function = [&](ExprId a) { return pool_.apply("f", Query{a}, Sort::bits(8)); };
  ExprId first = pool_.equal(function(symbols_[0]), pool_.bits(8, 1));
  ExprId second = pool_.equal(function(symbols_[1]), pool_.bits(8, 2));
  SolverChain chain(pool_, nullptr);
  EXPECT_EQ(chain.solve(Query{first, second}, Seconds(10)).answer, Answer::Satisfiable);
  EXPECT_EQ(chain.solve(Query{first, second, isValue(0, 5), isValue(1, 5)}, Seconds(10)).answer, Answer::Unsatisfiable);
}

TEST_F(Stages, RecentModelsAnswerWithoutAsking) {
  auto models = makeRecentModels(pool_, functions_, statistics_, z3());
  ASSERT_EQ(models->solve(Query{above(0, 100)}, Seconds(10)).answer, Answer::Satisfiable);
  EXPECT_EQ(log_.size(), 1u);
  Solution again = models->solve(Query{above(0, 50)}, Seconds(10));
  EXPECT_EQ(log_.size(), 1u);
  EXPECT_EQ(statistics_.modelHits, 1u);
  ASSERT_EQ(again.answer, Answer::Satisfiable);
  EXPECT_NE(expr::evaluate(pool_, above(0, 50), again.model), 0u);
  models->solve(Query{pool_.notOf(above(0, 50)), above(0, 20)}, Seconds(10));
  EXPECT_EQ(log_.size(), 2u);
}

TEST_F(Stages, CacheKnowsSetsAndTheirRefutedParts) {
  ExprId a = above(0, 10), b = pool_.notOf(above(0, 5)), c = above(0, 1), d = above(0, 2);
  auto cache = makeCache(statistics_, z3());
  EXPECT_EQ(cache->solve(Query{a, c}, Seconds(10)).answer, Answer::Satisfiable);
  EXPECT_EQ(cache->solve(Query{c, a, c}, Seconds(10)).answer, Answer::Satisfiable);  // another order
  EXPECT_EQ(statistics_.cacheHits, 1u);
  EXPECT_EQ(cache->solve(Query{a, b}, Seconds(10)).answer, Answer::Unsatisfiable);
  EXPECT_EQ(log_.size(), 2u);
  EXPECT_EQ(cache->solve(Query{d, b, c, a}, Seconds(10)).answer, Answer::Unsatisfiable);
  EXPECT_EQ(log_.size(), 2u);
  EXPECT_EQ(statistics_.cacheHits, 2u);
  EXPECT_EQ(cache->solve(Query{b, c}, Seconds(10)).answer, Answer::Satisfiable);
  EXPECT_EQ(log_.size(), 3u);
}

TEST_F(Stages, CacheAsksAgainOnlyWithMoreTime) {
  auto cache = makeCache(statistics_, always(unknown("too hard")));
  Query query{above(0, 10)};
  cache->solve(query, Seconds(1));
  EXPECT_EQ(cache->solve(query, Seconds(1)).reason, "too hard");
  EXPECT_EQ(log_.size(), 1u);
  cache->solve(query, Seconds(10));
  EXPECT_EQ(log_.size(), 2u);
}

TEST_F(Stages, ChainCounts) {
  StopFlag stop;
  SolverChain chain(pool_, &stop);
  Query query{above(0, 10), isValue(1, 4), pool_.notOf(above(0, 20))};
  EXPECT_EQ(chain.solve(query, Seconds(10)).answer, Answer::Satisfiable);
  EXPECT_EQ(chain.statistics().backendQueries, 2u);  // two groups
  EXPECT_EQ(chain.solve(query, Seconds(10)).answer, Answer::Satisfiable);
  EXPECT_EQ(chain.statistics().backendQueries, 2u);
  EXPECT_EQ(chain.statistics().modelHits, 2u);
  Query impossible{pool_.binary(Op::ULt, symbols_[0], symbols_[1]), pool_.binary(Op::ULt, symbols_[1], symbols_[0])};
  EXPECT_EQ(chain.solve(impossible, Seconds(10)).answer, Answer::Unsatisfiable);
  EXPECT_EQ(chain.solve(impossible, Seconds(10)).answer, Answer::Unsatisfiable);
  EXPECT_EQ(chain.statistics().cacheHits, 1u);
  EXPECT_EQ(chain.statistics().queries, 4u);
  EXPECT_EQ(chain.statistics().unknown, 0u);
  EXPECT_GT(chain.statistics().time.count(), 0.0);
  stop.request();
  EXPECT_EQ(chain.solve(query, Seconds(10)).reason, "stopped");
  EXPECT_EQ(chain.statistics().unknown, 1u);
}

TEST_F(Stages, EqualSequencesGiveEqualAnswers) {
  auto answers = [](uint64_t seed) {
    ExprPool pool;
    RandomQuery queries(pool, seed, {8, 8, 16, 32, 0});
    SolverChain chain(pool, nullptr);
    std::vector<expr::Assignment> models;
    for (int i = 0; i < 150; ++i)
      models.push_back(chain.solve(queries.conjunction(1 + static_cast<unsigned>(i) % 7, 3), Seconds(60)).model);
    return models;
  };
  auto first = answers(77);
  EXPECT_EQ(first, answers(77));
  EXPECT_NE(first, answers(78));
}

TEST_F(Stages, ScanSeesWhatOccurs) {
  QueryScan scan(pool_);
  QueryShape shape = scan.shapeOf(Query{above(2, 1), above(0, 1), above(2, 1)});
  EXPECT_EQ(shape.symbols, (std::vector<expr::SymbolId>{expr::SymbolId(0), expr::SymbolId(2)}));
  EXPECT_FALSE(shape.floats || shape.functions);
  ExprId f = pool_.symbolExpr(pool_.addSymbol({"f", Sort::floating(32), true}));
  EXPECT_TRUE(scan.shapeOf(Query{pool_.unary(Op::FIsNan, f)}).floats);
  uint64_t additions = scan.shapeOf(Query{pool_.equal(pool_.binary(Op::Add, symbols_[0], symbols_[1]), symbols_[2])}).gates;
  EXPECT_LT(additions, scan.shapeOf(Query{pool_.equal(pool_.binary(Op::UDiv, symbols_[0], symbols_[1]), symbols_[2])}).gates);
}

}  // namespace
}  // namespace cleave::solver
