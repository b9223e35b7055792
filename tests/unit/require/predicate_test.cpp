#include "require/predicate.h"

#include <gtest/gtest.h>

namespace cleave::require {
namespace {

using expr::ExprId;
using expr::ExprPool;
using expr::Op;
using expr::Sort;

class PredicateTest : public ::testing::Test {
 protected:
  ExprPool pool;
  solver::SolverChain solver{pool, nullptr};
  ExprId x = pool.symbolExpr(pool.addSymbol({"x", Sort::bits(32), true}));
  ExprId y = pool.symbolExpr(pool.addSymbol({"y", Sort::bits(32), true}));

  ExprId number(uint32_t value) { return pool.bits(32, value); }
  ExprId less(ExprId a, ExprId b) { return pool.binary(Op::SLt, a, b); }
  ExprId noLess(ExprId a, ExprId b) { return pool.notOf(less(a, b)); }
  Row row(std::vector<ExprId> condition, ExprId value) {
    Row made;
    made.condition = std::move(condition);
    made.begun = made.done = 1;
    made.values["v[0]"] = {"", value, false};
    return made;
  }
  static Row elsewhere(std::vector<ExprId> condition) {
    Row made;
    made.condition = std::move(condition);
    return made;
  }
  std::string text(Kind kind, const Both<Rows>& rows) {
    last = makePredicate(pool, solver, kind, rows, {});
    return textOf(pool, last.cases);
  }
  bool implies(ExprId a, ExprId b) {
    const std::vector<ExprId> question{a, pool.notOf(b)};
    return solver.solve(question, Seconds(10)).answer == solver::Answer::Unsatisfiable;
  }
  Predicate last;
};

TEST_F(PredicateTest, OtherValuesInOneRow) {
  const Both<Rows> rows{{{row({}, x)}, true}, {{row({}, pool.binary(Op::Add, x, y))}, true}};
  EXPECT_EQ(text(Kind::DifferentStates, rows), "y != 0");
  EXPECT_TRUE(last.isExhaustive);
  EXPECT_EQ(text(Kind::OnlyAfter, rows), "false");
  EXPECT_FALSE(last.model);
}

TEST_F(PredicateTest, OneComesThereAndTheOtherDoesNot) {
  const Both<Rows> rows{{{row({less(number(5), x)}, y), elsewhere({noLess(number(5), x)})}, true},
                        {{row({noLess(x, number(5))}, y), elsewhere({less(x, number(5))})}, true}};
  EXPECT_EQ(text(Kind::OnlyAfter, rows), "x == 5");
  EXPECT_EQ(text(Kind::OnlyBefore, rows), "false");
  EXPECT_EQ(text(Kind::DifferentStates, rows), "false");
}

TEST_F(PredicateTest, ARunThatWasCutMightHaveComeThere) {
  Row cut = elsewhere({});
  cut.isCut = true;
  const Both<Rows> rows{{{cut}, true}, {{row({}, y)}, true}};
  EXPECT_EQ(text(Kind::OnlyAfter, rows), "false");
  EXPECT_TRUE(last.isBounded) << "so it cannot be called infeasible without a bound";
}

TEST_F(PredicateTest, UnfinishedRowsProveNothing) {
  Row unfinished = elsewhere({});
  unfinished.isFinished = false;
  const Both<Rows> rows{{{unfinished}, true}, {{row({}, y)}, true}};
  EXPECT_EQ(text(Kind::DifferentStates, rows), "false");
  EXPECT_FALSE(last.isExhaustive);
}

TEST_F(PredicateTest, SimplifyingKeepsTheMeaning) {
  const ExprId p = less(x, number(3)), q = less(y, number(7)), r = pool.equal(x, y);
  std::vector<std::vector<ExprId>> cases{{p, q}, {p, pool.notOf(q)}, {r, q}, {r, p}};
  const ExprId whole = disjunction(pool, cases);
  simplify(pool, solver, cases, {});
  EXPECT_TRUE(implies(whole, disjunction(pool, cases)));
  EXPECT_TRUE(implies(disjunction(pool, cases), whole));
  EXPECT_EQ(textOf(pool, cases), "x <= 2 || (y <= 6 && x == y)");
}

TEST_F(PredicateTest, TwoBoundsAreAnEquality) {
  const auto most = [&](ExprId a, ExprId b) { return pool.binary(Op::SLe, a, b); };
  std::vector<std::vector<ExprId>> cases{{most(x, y), most(y, x)}, {most(x, y), less(y, number(3))}};
  const ExprId before = disjunction(pool, cases);
  simplify(pool, solver, cases, {});
  EXPECT_EQ(textOf(pool, cases), "x == y || (x <= y && y <= 2)");
  const ExprId after = disjunction(pool, cases);
  EXPECT_TRUE(implies(before, after) && implies(after, before));
  std::vector<std::vector<ExprId>> unsignedOne{{pool.binary(Op::ULe, x, y), most(y, x)}};
  simplify(pool, solver, unsignedOne, {});
  EXPECT_EQ(unsignedOne.front().size(), 2u);  // other orders
}

TEST_F(PredicateTest, AKnownStateNeedsNoSolver) {
  const Both<Rows> rows{{{row({less(x, number(5))}, y), row({noLess(x, number(5))}, x)}, false}, {{row({}, number(7))}, false}};
  expr::Assignment state(pool.symbolCount(), 0);
  state[pool.symbolOf(x).value] = 9;
  Effort none;
  none.cases = Seconds(0);
  const Predicate predicate = makePredicate(pool, solver, Kind::DifferentStates, rows, none, {state});
  ASSERT_TRUE(predicate.model) << "though there was no time to ask";
  EXPECT_EQ(*predicate.model, state);
  EXPECT_EQ(predicate.cases.size(), 1u) << "the other pair was left out";
  EXPECT_FALSE(predicate.isExhaustive);
}

TEST_F(PredicateTest, AKnownStateInWhichNothingDiffersIsNoModel) {
  const Both<Rows> rows{{{row({}, x)}, true}, {{row({}, y)}, true}};
  const expr::Assignment equal(pool.symbolCount(), 3);
  const Predicate predicate = makePredicate(pool, solver, Kind::DifferentStates, rows, {}, {equal});
  ASSERT_TRUE(predicate.model);
  EXPECT_NE(*predicate.model, equal);
  EXPECT_TRUE(predicate.isExhaustive);
}

}  // namespace
}  // namespace cleave::require
