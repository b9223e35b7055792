// The requirements of the published example, in C and in C++: what is computed here is, for every state just before the change, what the paper
// says, with the integers of the machine. (Its simplified form of the four cases divides as real numbers do: for them 5/(i-5) and 5/(i+b-5)
// differ whenever b != 0. Those of C need not: 5/15 and 5/16 are 0.)
#include <gtest/gtest.h>

#include "driver/require_analysis.h"
#include "solver/solver.h"
#include "support/temp_dir.h"

namespace cleave::driver {
namespace {

using expr::ExprId;
using expr::ExprPool;
using expr::Op;

const char* const kC = R"(#include <stdio.h>
int b;
void simple(int i) {
  int x = i;
  if (x > 5)
    x = 5 / (x - 5);
  x = x - 1;
  if (x == 0)
    printf("zero\n");
  else
    printf("%d\n", x);
}
)";
const char* const kCxx = R"(#include <cstdio>
class E {
  int b;

 public:
  void simple(int i);
};
void E::simple(int i) {
  int x = i;
  if (x > 5)
    x = 5 / (x - 5);
  x = x - 1;
  if (x == 0)
    printf("zero\n");
  else
    printf("%d\n", x);
}
)";

std::string with(std::string text, const std::string& old, const std::string& by) {
  const size_t at = text.find(old);
  EXPECT_NE(at, std::string::npos) << old;
  return text.replace(at, old.size(), by);
}

class RequireTest : public ::testing::TestWithParam<bool> {
 protected:
  bool isCxx() const { return GetParam(); }
  std::string source() const { return isCxx() ? kCxx : kC; }

  std::vector<AnalysedChange> analyse(const std::string& after, unsigned distance) {
    const std::string extension = isCxx() ? ".cpp" : ".c";
    const std::string beforeFile = (directory_.path() / ("before" + extension)).string(), afterFile = (directory_.path() / ("after" + extension)).string();
    EXPECT_FALSE(writeFile(beforeFile, source()));
    EXPECT_FALSE(writeFile(afterFile, after));
    options_.before = {{beforeFile}, {}};
    options_.after = {{afterFile}, {}};
    options_.models = std::string(CLEAVE_BINARY_DIR) + "/models.bc";
    options_.distance = distance;
    Expected<std::vector<AnalysedChange>> found = analyseChanges(options_, nullptr, {}, nullptr);
    EXPECT_TRUE(found) << found.error().message;
    return found ? found.take() : std::vector<AnalysedChange>();
  }

  // The predicate of a kind at the statement on a line, which is the one of the distance.
  const require::Predicate& at(AnalysedChange& change, const std::string& text, require::Kind kind, unsigned distance, ExprPool*& pool) {
    uint32_t line = 1;
    for (size_t k = 0; k < source().find(text); ++k) line += source()[k] == '\n' ? 1 : 0;
    for (size_t k = 0; k < change.shown.statements.size(); ++k) {
      const result::AffectedStatement& each = change.shown.statements[k];
      if (each.place.after.line != line) continue;
      EXPECT_EQ(each.distance, distance);
      EXPECT_EQ(each.reason, "");
      pool = change.statements[k].pool.get();
      return change.statements[k].predicates[static_cast<size_t>(kind)];
    }
    throw std::runtime_error("no requirement at line " + std::to_string(line));
  }

  static ExprId cell(ExprPool& pool, const std::string& name) {
    for (uint32_t k = 0; k < pool.symbolCount(); ++k)
      if (pool.symbol(expr::SymbolId(k)).name == name) return pool.symbolExpr(expr::SymbolId(k));
    throw std::runtime_error("no cell " + name);
  }

  static void expectEquivalent(ExprPool& pool, const require::Predicate& predicate, ExprId paper) {
    EXPECT_TRUE(predicate.isExhaustive);
    solver::SolverChain solver(pool, nullptr);
    for (const ExprId ours : {predicate.whole, require::disjunction(pool, predicate.cases)})
      for (const auto& [x, y] : {std::pair(ours, paper), std::pair(paper, ours)}) {
        const std::vector<ExprId> question{x, pool.notOf(y)};
        EXPECT_EQ(solver.solve(question, Seconds(60)).answer, solver::Answer::Unsatisfiable) << require::textOf(pool, predicate.cases);
      }
  }

  std::string b() const { return isCxx() ? "this->b" : "b"; }

  TempDir directory_ = TempDir::create("require").take();
  RequireOptions options_;
};

INSTANTIATE_TEST_SUITE_P(Languages, RequireTest, ::testing::Values(false, true), [](const auto& info) { return info.param ? "Cxx" : "C"; });

TEST_P(RequireTest, TheChangeOfAConditionNeedsTheValueFive) {
  std::vector<AnalysedChange> found = analyse(with(source(), "x > 5", "x >= 5"), 1);
  ASSERT_EQ(found.size(), 1u);
  ExprPool* pool = nullptr;
  const require::Predicate& reached = at(found[0], "x = 5 / (x - 5)", require::Kind::OnlyAfter, 1, pool);
  expectEquivalent(*pool, reached, pool->equal(cell(*pool, "x"), pool->bits(32, 5)));
  EXPECT_EQ(require::textOf(*pool, reached.cases), "x == 5");
  const require::Predicate& way = at(found[0], "if (x > 5)", require::Kind::DifferentStates, 0, pool);
  expectEquivalent(*pool, way, pool->equal(cell(*pool, "x"), pool->bits(32, 5)));
}

TEST_P(RequireTest, TheChangeOfAValueAtDistanceZero) {
  std::vector<AnalysedChange> found = analyse(with(source(), "int x = i", "int x = i + b"), 0);
  ASSERT_EQ(found.size(), 1u);
  EXPECT_EQ(found[0].shown.statements.size(), 1u);
  ExprPool* pool = nullptr;
  const require::Predicate& predicate = at(found[0], "int x = i", require::Kind::DifferentStates, 0, pool);
  expectEquivalent(*pool, predicate, pool->notOf(pool->equal(cell(*pool, b()), pool->bits(32, 0))));
  EXPECT_EQ(require::textOf(*pool, predicate.cases), b() + " != 0");
}

TEST_P(RequireTest, TheFourCasesAtDistanceOne) {
  std::vector<AnalysedChange> found = analyse(with(source(), "int x = i", "int x = i + b"), 1);
  ASSERT_EQ(found.size(), 1u);
  ExprPool* p = nullptr;
  const require::Predicate& predicate = at(found[0], "x = x - 1", require::Kind::DifferentStates, 1, p);
  ExprPool& pool = *p;
  const auto number = [&](uint32_t value) { return pool.bits(32, value); };
  const auto minusOne = [&](ExprId value) { return pool.binary(Op::Sub, value, number(1)); };
  const auto fifth = [&](ExprId value) { return pool.binary(Op::SDiv, number(5), pool.binary(Op::Sub, value, number(5))); };
  const auto above = [&](ExprId value) { return pool.binary(Op::SLt, number(5), value); };
  const auto differ = [&](ExprId x, ExprId y) { return pool.notOf(pool.equal(x, y)); };
  const ExprId i = cell(pool, "i"), sum = pool.binary(Op::Add, i, cell(pool, b()));
  const ExprId c1 = above(i), c2 = pool.notOf(c1), d1 = above(sum), d2 = pool.notOf(d1);
  const auto all = [&](ExprId x, ExprId y, ExprId z) { return pool.andOf(pool.andOf(x, y), z); };
  ExprId paper = all(c1, d1, differ(minusOne(fifth(i)), minusOne(fifth(sum))));
  paper = pool.orOf(paper, all(c1, d2, differ(minusOne(fifth(i)), minusOne(sum))));
  paper = pool.orOf(paper, all(c2, d1, differ(minusOne(i), minusOne(fifth(sum)))));
  paper = pool.orOf(paper, all(c2, d2, differ(minusOne(i), minusOne(sum))));
  expectEquivalent(pool, predicate, paper);
  ExprPool* other = nullptr;
  for (const require::Kind kind : {require::Kind::OnlyAfter, require::Kind::OnlyBefore}) {
    const require::Predicate& reached = at(found[0], "x = x - 1", kind, 1, other);
    EXPECT_TRUE(reached.cases.empty() && reached.isExhaustive) << "condition (2) cannot be satisfied";
  }
}

}  // namespace
}  // namespace cleave::driver
