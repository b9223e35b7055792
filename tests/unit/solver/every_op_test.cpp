// Every operation through the code of this folder: Z3 computes what the evaluator does, and the scan has a price for it.
#include <gtest/gtest.h>

#include "../every_op.h"
#include "expr/evaluate.h"
#include "solver/scan.h"
#include "solver/solver.h"

namespace cleave::solver {
namespace {

using expr::EveryOp;
using expr::ExprId;
using expr::ExprPool;
using expr::Op;

class EveryOpTest : public ::testing::TestWithParam<Op> {
 protected:
  EveryOpTest() : every(pool), e(every.make(GetParam())) {}
  ExprPool pool{expr::Rewriting::Off};
  EveryOp every;
  ExprId e;
};

TEST_P(EveryOpTest, Z3AgreesWithTheEvaluator) {
  if (GetParam() == Op::Apply) return;  // means nothing
  StopFlag stop;
  const std::unique_ptr<Solver> solver = makeZ3Solver(pool, &stop);
  const expr::Assignment values = EveryOp::values();
  std::vector<ExprId> query;
  for (size_t k = 0; k < values.size(); ++k)
    query.push_back(pool.equal(every.symbols()[k], pool.constant(pool.sort(every.symbols()[k]), values[k])));
  const ExprId isIt = pool.equal(e, pool.constant(pool.sort(e), expr::evaluate(pool, e, values)));
  query.push_back(isIt);
  EXPECT_EQ(solver->solve(query, Seconds(60)).answer, Answer::Satisfiable);
  query.back() = pool.notOf(isIt);
  EXPECT_EQ(solver->solve(query, Seconds(60)).answer, Answer::Unsatisfiable);
}

TEST_P(EveryOpTest, HasAPrice) {
  const QueryShape shape = QueryScan(pool).shapeOf({&e, 1});
  EXPECT_GT(shape.gates, 0u);
  EXPECT_EQ(shape.functions, GetParam() == Op::Apply);
}

INSTANTIATE_TEST_SUITE_P(All, EveryOpTest, ::testing::ValuesIn(expr::everyOp()));

}  // namespace
}  // namespace cleave::solver
