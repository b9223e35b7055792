// Every rule of the rewriter keeps the meaning: random DAGs, plain against rewritten, under random and boundary values.
#include <gtest/gtest.h>

#include "expr/evaluate.h"
#include "expr/print.h"
#include "random_expr.h"

namespace cleave::expr::test {
namespace {

constexpr int kRounds = 6000;
constexpr int kStepsPerRound = 80;
constexpr int kAssignments = 10;

TEST(RewriteRandom, RewrittenExpressionsKeepTheirValues) {
  size_t compared = 0;
  for (int round = 0; round < kRounds; ++round) {
    RandomExpr random(static_cast<uint64_t>(round) + 1);
    for (int i = 0; i < kStepsPerRound; ++i) random.step();
    for (int i = 0; i < kAssignments; ++i) {
      Assignment values = random.assignment();
      Evaluator plain(random.plain, values);
      Evaluator rewritten(random.rewritten, values);
      for (const Pair& pair : random.made()) {
        ++compared;
        ASSERT_EQ(random.plain.sort(pair.plain), random.rewritten.sort(pair.rewritten));
        if (plain.value(pair.plain) == rewritten.value(pair.rewritten)) continue;
        FAIL() << "round " << round << ": plain " << toSmtTerm(random.plain, pair.plain) << "\nrewritten "
               << toSmtTerm(random.rewritten, pair.rewritten) << "\nvalues " << toHex(plain.value(pair.plain), 128) << " and "
               << toHex(rewritten.value(pair.rewritten), 128);
      }
    }
  }
  EXPECT_GT(compared, 4000000u);
}

}  // namespace
}  // namespace cleave::expr::test
