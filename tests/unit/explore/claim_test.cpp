// What is claimed of one input, and for which others: the claim's condition is evaluated on further inputs.
#include "explore/claim.h"

#include "../c_program.h"
#include "change/change.h"
#include "expr/evaluate.h"
#include "solver/solver.h"

namespace cleave::explore {
namespace {

using test::CProgram;
using Input = std::vector<int64_t>;

class Pair {
 public:
  Pair(const std::string& before, const std::string& after, Granularity granularity = Granularity::Differential)
      : before_(before),
        after_(after),
        changes_(change::findChanges(before_.program(), after_.program())),
        entry_(makePlainEntry(before_.program(), before_.id("f"), after_.program(), after_.id("f"), pool_)),
        tracking_(before_.program(), after_.program(), changes_, entry_, pool_, granularity, {}),
        runner_(before_.program(), after_.program(), changes_, entry_, pool_, vm::RunLimits(), &tracking_),
        solver_(pool_, nullptr),
        maker_(pool_, solver_, runner_, granularity == Granularity::Differential) {}

  const Claim& claim(const Input& input) {
    PairRun run = runner_.run(valuesOf(input), vm::Mode::Symbolic, budget_);
    EXPECT_TRUE(run.finished());
    claim_ = maker_.make(run, Seconds(10));
    EXPECT_TRUE(covers(input)) << "a claim holds of its own input";
    return claim_;
  }
  bool covers(const Input& input) {
    const expr::Assignment values = valuesOf(input);
    expr::Evaluator evaluator(pool_, values);
    for (const expr::ExprId literal : claim_.condition.literals)
      if (!evaluator.holds(literal)) return false;
    return true;
  }
  size_t changeCount() const { return changes_.changes.size(); }

 private:
  expr::Assignment valuesOf(const Input& input) {
    expr::Assignment values(pool_.symbolCount(), 0);
    for (size_t k = 0; k < input.size(); ++k) {
      const vm::InputCell& cell = entry_.space.cells.at(k);
      values[cell.symbol.value] = truncateTo(static_cast<U128>(input[k]), cell.sort.width);
    }
    return values;
  }

  CProgram before_, after_;
  expr::ExprPool pool_;
  change::Changes changes_;
  Entry entry_;
  Tracking tracking_;
  PairRunner runner_;
  solver::SolverChain solver_;
  ClaimMaker maker_;
  Budget budget_{Seconds(60), nullptr};
  Claim claim_;
};

std::string replaced(std::string text, const std::string& from, const std::string& to) {
  const size_t at = text.find(from);
  EXPECT_NE(at, std::string::npos) << from;
  return text.replace(at, from.size(), to);
}

TEST(Claim, UnreachedSaysOnlyWhatKeepsTheChangeFromRunning) {
  const std::string text = R"(int f(int i, int j) {
  int a = 0, b = 0, out = 0;
  if (i > 0) a = 1;
  for (int c = 0; c < j; c++) b += c;
  if (j > 0)
    if (a > 0) out = i * 3;
  return out + b;
})";
  Pair pair(text, replaced(text, "i * 3", "i * 4"));
  const Claim& claim = pair.claim({0, 2});
  EXPECT_TRUE(claim.comparison.equal);
  EXPECT_EQ(claim.reason, "no changed line runs");
  EXPECT_TRUE(pair.covers({-7, 1}));
  EXPECT_TRUE(pair.covers({0, 1000})) << "the loop on j does not matter";
  EXPECT_FALSE(pair.covers({1, 2}));
}

TEST(Claim, ConvergedForAllLeavesNeedsNoCondition) {
  const std::string text = R"(int f(int a, int b) {
  int y = a;
  for (int i = 0; i < (b & 7); i++) y = y * 3 + i;
  if (a > 100) y = -y;
  return y + 5;
})";
  Pair pair(text, replaced(text, "y + 5", "(y ^ 5) + 2 * (y & 5)"));
  const Claim& claim = pair.claim({3, 2});
  EXPECT_TRUE(claim.comparison.equal);
  EXPECT_TRUE(claim.condition.literals.empty());
  EXPECT_FALSE(claim.obligation.empty()) << "something had to be proved";
  EXPECT_TRUE(pair.covers({500, 7}));
}

TEST(Claim, TheRelationIsALiteralWhereItDoesNotFollow) {
  const std::string text = R"(int f(int a, int b) {
  int y = a;
  if (b > 3) y = a + 1;
  return y * 2;
})";
  Pair pair(text, replaced(text, "y * 2", "y * y"));
  EXPECT_TRUE(pair.claim({2, 0}).comparison.equal);
  EXPECT_TRUE(pair.covers({0, 0}));
  EXPECT_FALSE(pair.covers({3, 0}));
  EXPECT_FALSE(pair.covers({2, 9})) << "y is 3 then";
  EXPECT_FALSE(pair.claim({3, 0}).comparison.equal);
  EXPECT_TRUE(pair.covers({5, 0}));
  EXPECT_FALSE(pair.covers({2, 0}));
}

TEST(Claim, TheWarningExample) {
  const std::string text = R"(int f(int i, int j) {
  int x = i;
  int out;
  if (j > 0) out = 0; else out = x;
  return out;
})";
  for (const Granularity granularity : {Granularity::Output, Granularity::Differential}) {
    Pair pair(text, replaced(text, "x = i", "x = i + 1"), granularity);
    EXPECT_TRUE(pair.claim({0, 1}).comparison.equal);
    EXPECT_TRUE(pair.covers({9, 7}));
    EXPECT_FALSE(pair.covers({0, -1}));
  }
}

TEST(Claim, InterferingChangesAreThoseThatTheDifferenceReliesOn) {
  const std::string text = R"(int g, h, k;
int f(int a, int b) {
  g = a * 2;
  k = a + 3;
  k = k * b;
  h = b + b;
  return 0;
})";
  Pair pair(text, replaced(replaced(text, "a * 2", "a * 5"), "b + b", "b * 2"));
  ASSERT_EQ(pair.changeCount(), 2u);
  const Claim& claim = pair.claim({1, 1});
  EXPECT_FALSE(claim.comparison.equal);
  EXPECT_EQ(claim.changes, (std::vector<uint32_t>{1}));
}

TEST(Claim, CleanEndsAndCleanTextNeedNoCondition) {
  const std::string text = R"(#include <stdio.h>
#include <stdlib.h>
int f(int a, int b, int c) {
  if (b > 3) puts("clean");
  if (c > 3) exit(1);
  return a * 2;
})";
  Pair pair(text, replaced(text, "a * 2", "a << 1"));
  EXPECT_TRUE(pair.claim({1, 0, 0}).condition.literals.empty());
  Pair output(text, replaced(text, "a * 2", "a << 1"), Granularity::Output);
  output.claim({1, 0, 0});
  EXPECT_FALSE(output.covers({1, 9, 0}));
  EXPECT_FALSE(output.covers({1, 0, 9}));
}

TEST(Claim, ImpactedTextCountsAllTextAndEnds) {
  const std::string text = R"(#include <stdio.h>
#include <stdlib.h>
int f(int a, int b, int c) {
  if (c > 3) exit(1);
  printf("%d\n", a * 2);
  if (b > 3) puts("clean");
  return 0;
})";
  Pair pair(text, replaced(text, "a * 2", "a << 1"));
  EXPECT_TRUE(pair.claim({1, 0, 0}).comparison.equal);
  EXPECT_FALSE(pair.covers({1, 0, 9})) << "the clean exit would cut the text short";
  EXPECT_FALSE(pair.covers({1, 9, 0}));
  EXPECT_TRUE(pair.covers({77, 0, 0}));
}

TEST(Claim, ARunThatEndsInCleanCodeKeepsTheConditionOfThat) {
  const std::string text = R"(#include <stdlib.h>
int f(int a, int c) {
  if (c > 3) exit(1);
  return a * 2;
})";
  Pair pair(text, replaced(text, "a * 2", "a * 3"));
  EXPECT_TRUE(pair.claim({1, 9}).comparison.equal);
  EXPECT_TRUE(pair.covers({5, 4}));
  EXPECT_FALSE(pair.covers({1, 0}));
}

TEST(Claim, GlobalsThatWereNotWrittenRelyOnThat) {
  const std::string text = R"(int g;
int f(int i, int j) {
  int x = i;
  if (j > 0) g = x;
  return 0;
})";
  Pair pair(text, replaced(text, "x = i", "x = i + 1"));
  EXPECT_TRUE(pair.claim({0, 0}).comparison.equal);
  EXPECT_FALSE(pair.covers({0, 1}));
  EXPECT_TRUE(pair.covers({8, -1}));
}

TEST(Claim, ACleanFreeOfTheOtherObjectIsReliedOn) {
  const std::string text = R"(#include <stdlib.h>
int f(int c) {
  int *p = malloc(4), *q = malloc(4);
  *p = 1;
  *q = 1;
  int *t = q;
  if (c > 0) t = p;
  free(t);
  return *p;
})";
  Pair pair(text, replaced(text, "return *p", "return 1"));
  EXPECT_TRUE(pair.claim({0}).comparison.equal);
  EXPECT_FALSE(pair.covers({1})) << "before reads what was freed";
}

TEST(Claim, AnExchangedArgumentIsCompared) {
  const std::string text = R"(#include <stdio.h>
static void show(int v) { printf("%d\n", v); }
int f(int x, int y) {
  show(x);
  return 0;
})";
  Pair pair(text, replaced(text, "show(x)", "show(y)"));
  EXPECT_TRUE(pair.claim({4, 4}).comparison.equal);
  EXPECT_TRUE(pair.covers({9, 9}));
  EXPECT_FALSE(pair.covers({4, 5}));
}

TEST(Claim, OutputGranularityKnowsNoLeaves) {
  const std::string text = R"(int f(int a, int b) {
  int y = a;
  if (b > 3) y = a + 1;
  return y * 2;
})";
  Pair pair(text, replaced(text, "y * 2", "y << 1"), Granularity::Output);
  EXPECT_TRUE(pair.claim({2, 0}).comparison.equal);
  EXPECT_FALSE(pair.covers({2, 9}));
  EXPECT_TRUE(pair.covers({8, 1}));
}

}  // namespace
}  // namespace cleave::explore
