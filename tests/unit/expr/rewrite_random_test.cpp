// Every rule of the rewriter keeps the meaning: random DAGs, plain against rewritten, under random and boundary values.
#include <gtest/gtest.h>

#include "expr/evaluate.h"
#include "expr/print.h"
#include "random_expr.h"
#include "support/random.h"

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

// Against the plain form, on every index.
TEST(RewriteRandom, TablesOnEveryIndex) {
  Random random(7);
  for (int round = 0; round < 300; ++round) {
    ExprPool pool, plain(Rewriting::Off);
    const unsigned kinds = 1 + static_cast<unsigned>(random.below(4)), length = 3 + static_cast<unsigned>(random.below(258));
    const unsigned low = static_cast<unsigned>(random.below(8)), n = 1 + static_cast<unsigned>(random.below(8));
    const U128 mask = random.below(65536), against = random.below(4) * 0x101;
    std::vector<U128> table;
    for (unsigned i = 0; i < length; ++i) table.push_back(i > 0 && random.below(9) != 0 ? table[i - 1] : random.below(kinds) * 0x101);
    const auto questions = [&](ExprPool& in) {
      const ExprId index = in.symbolExpr(in.addSymbol({"c", Sort::bits(8), true}));
      std::vector<ExprId> elements;
      for (const U128 each : table) elements.push_back(in.bits(16, each));
      const ExprId read = in.read(round % 2 == 0 ? index : in.binary(Op::Add, in.extend(Op::SExt, index, 64), in.bits(64, 128)), elements);
      const ExprId constant = in.bits(16, against);
      return std::vector<ExprId>{in.equal(in.extract(read, low, n), in.bits(n, against)), in.equal(in.binary(Op::BitAnd, read, in.bits(16, mask)), constant),
                                 in.equal(read, constant),       in.binary(Op::ULe, read, constant), in.binary(Op::SLe, constant, read),
                                 in.binary(Op::SLt, read, constant), in.binary(Op::ULt, constant, read), in.binary(Op::BitAnd, read, in.bits(16, mask))};
    };
    const std::vector<ExprId> simple = questions(pool), full = questions(plain);
    for (unsigned i = 0; i < 256; ++i)
      for (size_t q = 0; q < simple.size(); ++q) ASSERT_EQ(evaluate(pool, simple[q], {i}), evaluate(plain, full[q], {i})) << round << " " << q << " " << i;
  }
}

}  // namespace
}  // namespace cleave::expr::test
