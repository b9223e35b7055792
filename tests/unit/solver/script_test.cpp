// The printed form of a query, answered by the z3 program, against the back end: the printer and the translation mean the same.
#include <gtest/gtest.h>

#include "expr/print.h"
#include "random_query.h"
#include "solver/solver.h"
#include "support/process.h"

namespace cleave::solver {
namespace {

using expr::ExprId;
using expr::ExprPool;

std::string askProgram(const std::string& script) {
  ProcessRequest request;
  request.command = {"z3", "-in"};
  request.input = script;
  Expected<ProcessResult> result = runProcess(request);
  if (!result) return result.error().message;
  std::string text = result->output;
  while (!text.empty() && text.back() == '\n') text.pop_back();
  return text;
}

TEST(Script, TheProgramAgreesOnPrintedQueries) {
  if (askProgram("(check-sat)\n") != "sat") GTEST_SKIP() << "no z3 program here";
  for (uint64_t seed = 0; seed < 60; ++seed) {
    ExprPool pool(seed % 2 == 0 ? expr::Rewriting::On : expr::Rewriting::Off);
    RandomQuery queries(pool, 9000 + seed, {8, 16, 32, 0});
    std::unique_ptr<Solver> solver = makeZ3Solver(pool, nullptr);
    std::vector<ExprId> query = queries.conjunction(1 + static_cast<unsigned>(seed) % 5, 3);
    Solution solution = solver->solve(query, Seconds(60));
    ASSERT_NE(solution.answer, Answer::Unknown) << solution.reason;
    EXPECT_EQ(askProgram(expr::toSmtScript(pool, query, "")), solution.answer == Answer::Satisfiable ? "sat" : "unsat") << "seed " << seed;
  }
}

}  // namespace
}  // namespace cleave::solver
