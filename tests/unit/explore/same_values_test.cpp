#include "explore/same_values.h"

#include <gtest/gtest.h>

#include "../c_program.h"

namespace cleave::explore {
namespace {

using program::InstIndex;
using program::Op;
using test::CProgram;

struct Case {
  Case(const std::string& first, const std::string& second, bool proves = true)
      : before(first),
        after(second),
        changes(change::findChanges(before.program(), after.program())),
        beforePoints(before.program(), before.id("f")),
        afterPoints(after.program(), after.id("f")),
        beforeDefined(beforePoints),
        afterDefined(afterPoints),
        solver(pool, nullptr),
        found(findProvedImpact(changes, {beforePoints, beforeDefined}, {afterPoints, afterDefined}, pool,
                               Proving{proves ? &solver : nullptr, Seconds(60)})) {}

  bool isImpacted(uint32_t line, Op op, const std::string& name = "f") const {
    for (const InstIndex i : after.find(name, line, op))
      if (found.impact.after.functions[after.id(name).value].instructions[i] != 0) return true;
    EXPECT_FALSE(after.find(name, line, op).empty()) << "no such instruction";
    return false;
  }
  bool holdsImpacted(const std::string& global) const {
    return found.impact.after.sites.contains(afterPoints.siteOf(flow::Site::Kind::Global, after.global(global).value));
  }

  CProgram before, after;
  change::Changes changes;
  flow::PointsTo beforePoints, afterPoints;
  flow::Definedness beforeDefined, afterDefined;
  expr::ExprPool pool;
  solver::SolverChain solver;
  ProvedImpact found;
};

std::string replaced(std::string text, const std::string& from, const std::string& to) {
  const size_t at = text.find(from);
  EXPECT_NE(at, std::string::npos) << from;
  return text.replace(at, from.size(), to);
}

// The condition in line 3 decides what is stored in line 4; line 5 stores something else.
const std::string kCondition = R"(int g, h;
int f(int x, int y, int c) {
  if (CONDITION)
    g = y;
  h = y + c;
  return 0;
})";

Case conditions(const std::string& before, const std::string& after, bool proves = true) {
  return Case(replaced(kCondition, "CONDITION", before), replaced(kCondition, "CONDITION", after), proves);
}

TEST(SameValues, ARewrittenConditionImpactsNothingBehindIt) {
  for (const auto& [x, y] : std::vector<std::pair<const char*, const char*>>{{"x % 8 == 0", "(x & 7) == 0"},
                                                                             {"x > c", "c < x"},
                                                                             {"x * 2 == c", "x + x == c"},
                                                                             {"x == c", "(x ^ c) == 0"},
                                                                             {"x < 5", "x <= 4"},
                                                                             {"(x >> 1) * 2 == x", "(x & 1) == 0"}}) {
    const Case c = conditions(x, y);
    EXPECT_FALSE(c.isImpacted(4, Op::Store)) << x << " " << y;
    EXPECT_FALSE(c.isImpacted(3, Op::Branch)) << x << " " << y;
    EXPECT_FALSE(c.holdsImpacted("g"));
  }
}

TEST(SameValues, WithoutAProverWhatLooksChangedIs) {
  const Case c = conditions("x % 8 == 0", "(x & 7) == 0", false);
  EXPECT_TRUE(c.isImpacted(4, Op::Store));
  EXPECT_TRUE(c.found.same.values.empty());
}

TEST(SameValues, ConditionsThatDifferForOneValueAreNotTheSame) {
  for (const auto& [x, y] : std::vector<std::pair<const char*, const char*>>{{"x > c", "c <= x"},
                                                                             {"x % 8 == 1", "(x & 7) == 1"},  // negative numbers
                                                                             {"x / 2 == c", "x >> 1 == c"},
                                                                             {"x < 5", "(unsigned)x < 5"},
                                                                             {"x + 1 > c", "x >= c"},  // overflow
                                                                             {"x != 12345", "x != 12346"}}) {
    const Case c = conditions(x, y);
    EXPECT_TRUE(c.isImpacted(4, Op::Store)) << x << " " << y;
    EXPECT_TRUE(c.holdsImpacted("g"));
    EXPECT_FALSE(c.holdsImpacted("h"));
  }
}

TEST(SameValues, AnImpactedInputSpoilsTheProof) {
  const std::string text = R"(int g;
int f(int x, int y) {
  int v = x + 1;
  if (v % 8 == 0)
    g = y;
  return 0;
})";
  const std::string rewritten = replaced(text, "v % 8 == 0", "(v & 7) == 0");
  EXPECT_FALSE(Case(text, rewritten).holdsImpacted("g"));
  EXPECT_TRUE(Case(text, replaced(rewritten, "x + 1", "x + 2")).holdsImpacted("g"));
}

TEST(SameValues, AnImpactedLoopCarriedInputSpoilsTheProof) {
  const std::string text = R"(int g;
int f(int x, int n) {
  int v = x;
  for (int i = 0; i < n; i++) {
    if (v % 8 == 0)
      g += i;
    v = v * 3 + 1;
  }
  return 0;
})";
  const std::string rewritten = replaced(text, "v % 8 == 0", "(v & 7) == 0");
  EXPECT_FALSE(Case(text, rewritten).holdsImpacted("g"));
  EXPECT_TRUE(Case(text, replaced(rewritten, "v * 3 + 1", "v * 3 + 2")).holdsImpacted("g"));
}

TEST(SameValues, DivisionsThatMayTrapAreNotLookedThrough) {
  EXPECT_TRUE(conditions("x % c == 0", "x - x / c * c == 0").holdsImpacted("g"));
  EXPECT_FALSE(conditions("x % 2 == 0", "x - x / 2 * 2 == 0").holdsImpacted("g"));
  // The same division in both versions is as good as any clean value.
  EXPECT_FALSE(conditions("x / c > y", "y < x / c").holdsImpacted("g"));
}

// The condition is the opposite one, and so are the ways; or the condition alone, which is a change.
TEST(SameValues, OppositeConditionsWithExchangedWays) {
  const std::string text = R"(int g;
int f(int x, int y, int n) {
  for (int i = 0; i < 10; i++) {
    if (x < 5) g += y; else g -= i;
  }
  return 0;
})";
  EXPECT_FALSE(Case(text, replaced(text, "x < 5", "x <= 4")).holdsImpacted("g"));
  EXPECT_FALSE(Case(text, replaced(text, "i < 10", "i <= 9")).holdsImpacted("g"));
  EXPECT_TRUE(Case(text, replaced(text, "x < 5", "x > 4")).holdsImpacted("g"));
  EXPECT_TRUE(Case(text, replaced(text, "x < 5", "x <= 5")).holdsImpacted("g"));
  EXPECT_TRUE(Case(text, replaced(text, "i < 10", "i <= 10")).holdsImpacted("g"));
}

TEST(SameValues, AnUninitialisedInputProvesNothing) {
  const std::string text = R"(int g;
int f(int x, int y) {
  int v;
  if (x > 3) v = x;
  if (v % 8 == 0)
    g = y;
  return 0;
})";
  EXPECT_TRUE(Case(text, replaced(text, "v % 8 == 0", "(v & 7) == 0")).holdsImpacted("g"));
}

TEST(SameValues, FloatsAndPointersProveNothing) {
  const std::string text = "int g;\nint f(double x, int y) {\n  if (x + 1.0 > 2.0)\n    g = y;\n  return 0;\n}\n";
  EXPECT_TRUE(Case(text, replaced(text, "x + 1.0", "1.0 + x")).holdsImpacted("g"));
}

TEST(SameValues, StoredReturnedPassedAndMerged) {
  const std::string text = R"(int g, h, k;
static int twice(int v) { return v * 2; }
static void put(int v) { k = v; }
int f(int x, int y) {
  g = y * 2;
  int w = x;
  if (y > 3)
    w = y * 4;
  h = w;
  put(y * 8);
  return twice(x);
})";
  std::string rewritten = replaced(text, "g = y * 2", "g = y << 1");
  rewritten = replaced(rewritten, "w = y * 4", "w = y << 2");
  rewritten = replaced(rewritten, "put(y * 8)", "put(y << 3)");
  rewritten = replaced(rewritten, "return v * 2", "return v + v");
  const Case c(text, rewritten);
  EXPECT_FALSE(c.holdsImpacted("g"));
  EXPECT_FALSE(c.holdsImpacted("h"));
  EXPECT_FALSE(c.holdsImpacted("k"));
  EXPECT_FALSE(c.isImpacted(11, Op::Call));
  const Case wrong(text, replaced(rewritten, "y << 2", "y << 3"));
  EXPECT_FALSE(wrong.holdsImpacted("g"));
  EXPECT_TRUE(wrong.holdsImpacted("h"));
}

// The incoming values are the same two, but on each other's way.
TEST(SameValues, AMergeOfExchangedValuesIsNotTheSame) {
  const std::string text = R"(int h;
int f(int x, int y) {
  int w;
  if (x > 3)
    w = y * 4;
  else
    w = y * 2;
  h = w;
  return 0;
})";
  std::string other = replaced(text, "y * 4", "y << 1");
  other = replaced(other, "y * 2", "y << 2");
  EXPECT_TRUE(Case(text, other).holdsImpacted("h"));
}

TEST(SameValues, AnExtractedCommonSubexpression) {
  const std::string before = R"(int g, h;
int f(int a, int b, int c, int d) {
  if ((a + b) * c > 5)
    g = d;
  h = (a + b) * d;
  return 0;
})";
  const std::string after = R"(int g, h;
int f(int a, int b, int c, int d) {
  int t = a + b; if (t * c > 5)
    g = d;
  h = t * d;
  return 0;
})";
  const Case c(before, after);
  EXPECT_FALSE(c.holdsImpacted("g"));
  EXPECT_FALSE(c.holdsImpacted("h"));
}

TEST(SameValues, AnExtractedFunction) {
  const std::string before = "int g;\n\nint f(int a, int b) {\n  if ((a ^ b) + 2 * (a & b) > 5)\n    g = b;\n  return 0;\n}\n";
  const std::string after =
      "int g;\nstatic int sum(int v, int w) { return v + w; }\nint f(int a, int b) {\n  if (sum(a, b) > 5)\n    g = b;\n  return 0;\n}\n";
  EXPECT_FALSE(Case(before, after).holdsImpacted("g"));
  EXPECT_TRUE(Case(before, replaced(after, "v + w", "v - w")).holdsImpacted("g"));
  EXPECT_TRUE(Case(before, replaced(after, "{ return v + w; }", "{ if (w == 9) return v; return v + w; }")).holdsImpacted("g"));
}

// A rewritten value decides about another rewritten one, through memory: more than one round.
TEST(SameValues, WhatIsProvedMakesMoreClean) {
  const std::string text = R"(int g, h;
int f(int x, int y) {
  g = x * 2;
  int v = g;
  if (v % 4 == 0)
    h = y;
  return 0;
})";
  std::string rewritten = replaced(text, "x * 2", "x << 1");
  rewritten = replaced(rewritten, "v % 4 == 0", "(v & 3) == 0");
  EXPECT_FALSE(Case(text, rewritten).holdsImpacted("h"));
  EXPECT_TRUE(Case(text, replaced(rewritten, "x << 1", "x << 2")).holdsImpacted("h"));
}

// The marks of globals whose initialisers changed are not explained by a proof about another operand.
TEST(SameValues, AChangedInitialiserStaysAChange) {
  const std::string text = R"(int t[4] = {1, 2, 3, 4};
int h;
int f(int x) {
  h = t[x * 2 & 3];
  return 0;
})";
  const std::string rewritten = replaced(text, "x * 2 & 3", "x << 1 & 3");
  EXPECT_FALSE(Case(text, rewritten).holdsImpacted("h"));
  EXPECT_TRUE(Case(text, replaced(rewritten, "{1, 2", "{1, 5")).holdsImpacted("h"));
}

}  // namespace
}  // namespace cleave::explore
