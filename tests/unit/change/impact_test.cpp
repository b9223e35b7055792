#include "change/impact.h"

#include "../c_program.h"

namespace cleave::change {
namespace {

using program::InstIndex;
using program::Op;
using test::CProgram;

struct Case {
  Case(const std::string& first, const std::string& second)
      : before(first),
        after(second),
        changes(findChanges(before.program(), after.program())),
        beforePoints(before.program(), before.id("f")),
        afterPoints(after.program(), after.id("f")),
        impact(findImpact(changes, beforePoints, afterPoints)) {}

  // The lines of a function that hold impacted instructions; jumps and what has no line do not count.
  static std::set<uint32_t> lines(const CProgram& code, const ImpactSide& side, const std::string& name) {
    std::set<uint32_t> result;
    const program::Function& function = code.function(name);
    for (InstIndex i = 0; i < function.instructions.size(); ++i)
      if (side.functions[code.id(name).value].instructions[i] != 0 && function.instructions[i].loc.known() &&
          function.instructions[i].op != Op::Jump)
        result.insert(function.instructions[i].loc.line);
    return result;
  }
  std::set<uint32_t> inBefore(const std::string& name = "f") const { return lines(before, impact.before, name); }
  std::set<uint32_t> inAfter(const std::string& name = "f") const { return lines(after, impact.after, name); }
  bool holdsImpacted(const std::string& global) const {
    return impact.after.sites.contains(afterPoints.siteOf(flow::Site::Kind::Global, after.global(global).value));
  }
  bool isImpacted(const std::string& name, uint32_t line, Op op) const {
    for (const InstIndex i : after.find(name, line, op))
      if (impact.after.functions[after.id(name).value].instructions[i] != 0) return true;
    return false;
  }

  CProgram before, after;
  Changes changes;
  flow::PointsTo beforePoints, afterPoints;
  Impact impact;
};

std::string replaced(std::string text, const std::string& from, const std::string& to) {
  const size_t at = text.find(from);
  EXPECT_NE(at, std::string::npos) << from;
  return text.replace(at, from.size(), to);
}

using Lines = std::set<uint32_t>;

TEST(Impact, NothingChanged) {
  const std::string text = "int g;\nint f(int a) {\n  g = a;\n  return g + 1;\n}\n";
  const Case c(text, text);
  EXPECT_EQ(c.inBefore(), Lines{});
  EXPECT_EQ(c.inAfter(), Lines{});
}

TEST(Impact, FollowsValuesAndStopsThere) {
  const std::string text = R"(int g, h;
int f(int a, int b) {
  int x = a * 2;
  int y = b * 3;
  g = x + 1;
  h = y + 1;
  return 0;
})";
  const Case c(text, replaced(text, "a * 2", "a * 5"));
  EXPECT_TRUE(c.inAfter().contains(3) && c.inAfter().contains(5));
  EXPECT_FALSE(c.inAfter().contains(4) || c.inAfter().contains(6));
  EXPECT_EQ(c.inBefore(), c.inAfter());
  EXPECT_TRUE(c.holdsImpacted("g"));
  EXPECT_FALSE(c.holdsImpacted("h"));
}

TEST(Impact, ThroughMemoryAndPointers) {
  const std::string text = R"(int g, h, k;
static void put(int *p, int v) { *p = v; }
int f(int a, int n) {
  put(n ? &g : &h, a * 2);
  k = 3;
  int x = g;
  int y = k;
  return x;
})";
  const Case c(text, replaced(text, "a * 2", "a * 5"));
  EXPECT_TRUE(c.holdsImpacted("g"));
  EXPECT_TRUE(c.holdsImpacted("h"));
  EXPECT_FALSE(c.holdsImpacted("k"));
  EXPECT_TRUE(c.isImpacted("f", 6, Op::Load));
  EXPECT_FALSE(c.isImpacted("f", 7, Op::Load));
}

TEST(Impact, ControlPutsWhatItDecidesOutOfStep) {
  const std::string text = R"(int g, h;
int f(int a, int b) {
  int x = a * 2;
  if (x > 3)
    g = b;
  h = b;
  return 0;
})";
  const Case c(text, replaced(text, "a * 2", "a * 5"));
  EXPECT_TRUE(c.holdsImpacted("g"));
  EXPECT_FALSE(c.holdsImpacted("h"));
  EXPECT_TRUE(c.inAfter().contains(5));
  EXPECT_FALSE(c.inAfter().contains(6));
}

TEST(Impact, AnInsertedIfAroundAStatement) {
  const std::string text = R"(int g, h;
int f(int a, int b) {
  g = a;
  h = b;
  return 0;
})";
  const Case c(text, replaced(text, "g = a;", "if (b != 5) g = a;"));
  EXPECT_TRUE(c.inAfter().contains(3));
  EXPECT_TRUE(c.inBefore().contains(3)) << "its partner does not always run";
  EXPECT_TRUE(c.holdsImpacted("g"));
  EXPECT_FALSE(c.holdsImpacted("h"));
}

TEST(Impact, AStatementThatLeftTheIf) {
  const Case c("int g, h;\nint f(int a, int b) {\n  if (a > 3) {\n    g = 1;\n    h = b;\n  }\n  return 0;\n}\n",
               "int g, h;\nint f(int a, int b) {\n  if (a > 3) {\n    g = 1;\n  }\n  h = b;\n  return 0;\n}\n");
  EXPECT_TRUE(c.holdsImpacted("h"));
  EXPECT_FALSE(c.holdsImpacted("g"));
}

TEST(Impact, AMovedPrint) {
  const std::string head = "#include <stdio.h>\nint f(int a, int b) {\n";
  const Case c(head + "  puts(\"a\");\n  puts(\"b\");\n  return 0;\n}\n", head + "  puts(\"b\");\n  puts(\"a\");\n  return 0;\n}\n");
  EXPECT_TRUE(c.isImpacted("f", 3, Op::Call) || c.isImpacted("f", 4, Op::Call));
}

TEST(Impact, SwappedBranches) {
  const std::string text = R"(int g, h;
int f(int a, int b) {
  if (a > 3)
    g = b + 1;
  else
    h = b + 2;
  return 0;
})";
  const Case c(text, replaced(replaced(replaced(text, "g = b + 1", "?"), "h = b + 2", "g = b + 1"), "?", "h = b + 2"));
  EXPECT_TRUE(c.holdsImpacted("g") || c.holdsImpacted("h"));
  EXPECT_TRUE(c.holdsImpacted("g") && c.holdsImpacted("h"));
}

TEST(Impact, AnInsertedEarlyReturn) {
  const std::string text = R"(int g, h;
int f(int a, int b) {
  g = a;
  h = b;
  return 0;
})";
  const Case c(text, replaced(text, "  h = b;", "  if (a == 5) return 0; h = b;"));
  EXPECT_FALSE(c.holdsImpacted("g")) << "it comes first";
  EXPECT_TRUE(c.holdsImpacted("h"));
}

TEST(Impact, AnInsertedExitLeavesTheRestInStep) {
  const std::string text = R"(#include <stdlib.h>
int g, h;
int f(int a, int b) {
  g = a;
  h = b;
  return 0;
})";
  const Case c(text, replaced(text, "  h = b;", "  if (a == 5) exit(1); h = b;"));
  EXPECT_FALSE(c.holdsImpacted("h"));
}

TEST(Impact, AChangedLoopBound) {
  const std::string text = R"(int g, h;
int f(int a, int n) {
  for (int i = 0; i < n; i++)
    g += a;
  h = a;
  return 0;
})";
  const Case c(text, replaced(text, "i < n", "i <= n"));
  EXPECT_TRUE(c.holdsImpacted("g"));
  EXPECT_FALSE(c.holdsImpacted("h"));
}

TEST(Impact, ACalleeWithOneImpactedParameter) {
  const std::string text = R"(int g, h;
static void both(int x, int y) {
  g = x;
  h = y;
}
int f(int a, int b) {
  both(a * 2, b);
  return 0;
})";
  const Case c(text, replaced(text, "a * 2", "a * 5"));
  EXPECT_TRUE(c.holdsImpacted("g"));
  EXPECT_FALSE(c.holdsImpacted("h"));
  EXPECT_FALSE(c.inAfter("both").contains(4));
}

TEST(Impact, AnExchangedArgument) {
  const std::string text = R"(int g, h;
static void both(int x, int y) {
  g = x;
  h = y;
}
int f(int a, int b) {
  both(a, 7);
  return 0;
})";
  const Case c(text, replaced(text, "both(a, 7)", "both(b, 7)"));
  EXPECT_TRUE(c.holdsImpacted("g")) << "another value, though both are clean";
}

TEST(Impact, AnExchangedTarget) {
  const std::string text = R"(int g;
static void one(void) { g = 1; }
static void two(void) { g = 2; }
int f(int a, int b) {
  void (*p)(void) = a > 3 ? one : two;
  void (*q)(void) = b > 3 ? one : two;
  p();
  return p == q;
})";
  const Case c(text, replaced(text, "  p();", "  q();"));
  EXPECT_TRUE(c.holdsImpacted("g"));
}

TEST(Impact, ACallThatIsNotAlwaysMade) {
  const std::string text = R"(int g;
static void set(int x) {
  g = x;
}
int f(int a, int b) {
  set(b);
  return 0;
})";
  const Case c(text, replaced(text, "set(b)", "if (a > 3) set(b)"));
  EXPECT_TRUE(c.holdsImpacted("g"));
  EXPECT_TRUE(c.inAfter("set").contains(3));
}

TEST(Impact, Recursion) {
  const std::string text = R"(int g, h;
static void down(int n, int v) {
  if (n <= 0) return;
  g = v;
  h = n;
  down(n - 1, v);
}
int f(int a, int n) {
  down(n, a * 2);
  return 0;
})";
  const Case c(text, replaced(text, "a * 2", "a * 5"));
  EXPECT_TRUE(c.holdsImpacted("g"));
  EXPECT_FALSE(c.holdsImpacted("h"));
}

TEST(Impact, FreedMemory) {
  const std::string text = R"(#include <stdlib.h>
int g;
int f(int a, int n) {
  int *p = malloc(4);
  *p = a;
  g = *p;
  return 0;
})";
  const Case c(text, replaced(text, "  g = *p;", "  if (n == 5) free(p); g = *p;"));
  EXPECT_TRUE(c.holdsImpacted("g"));
}

TEST(Impact, ChangedInitialisers) {
  const std::string text = R"(static int table[2] = {1, 2}; int g, h;
int f(int a, int b) {
  g = table[a & 1];
  h = b;
  return 0;
})";
  const Case c(text, replaced(text, "{1, 2}", "{1, 3}"));
  EXPECT_TRUE(c.holdsImpacted("g"));
  EXPECT_FALSE(c.holdsImpacted("h"));
}

TEST(Impact, VariableArgumentsAndStructsByValue) {
  const std::string text = R"(#include <stdarg.h>
struct s { long n[6]; };
long g, h;
static void list(int n, ...) { va_list l; va_start(l, n); g = va_arg(l, int); va_end(l); }
static void whole(struct s x) { h = x.n[0]; }
int f(int a, int b) {
  struct s u = {{b * 2}};
  list(1, a * 2);
  whole(u);
  return 0;
})";
  EXPECT_TRUE(Case(text, replaced(text, "a * 2", "a * 5")).holdsImpacted("g"));
  EXPECT_FALSE(Case(text, replaced(text, "a * 2", "a * 5")).holdsImpacted("h"));
  EXPECT_TRUE(Case(text, replaced(text, "b * 2", "b * 5")).holdsImpacted("h"));
}

TEST(Impact, UnknownCodeAndIrreducibleFlow) {
  const std::string text = R"(int g, h;
void elsewhere(void);
int f(int a, int b) {
  g = a * 2;
  elsewhere();
  h = b;
  return 0;
})";
  EXPECT_TRUE(Case(text, replaced(text, "a * 2", "a * 5")).holdsImpacted("h")) << "it may have read g and written h";
}

TEST(Impact, LeavesAreTheSameInBothVersions) {
  const std::string text = R"(int f(int a, int b) {
  int y = a;
  if (b > 3) y = a * 7;
  return y * 2;
})";
  const Case c(text, replaced(text, "y * 2", "y << 1"));
  EXPECT_GT(c.impact.leafCount, 0u);
  const auto count = [](const CProgram& code, const ImpactSide& side) {
    std::set<uint32_t> leaves;
    const ImpactSide::Function& f = side.functions[code.id("f").value];
    for (const uint32_t leaf : f.instructionLeaves) leaves.insert(leaf);
    for (const auto& phis : f.phiLeaves) leaves.insert(phis.begin(), phis.end());
    leaves.insert(f.parameterLeaves.begin(), f.parameterLeaves.end());
    leaves.erase(0);
    return leaves;
  };
  EXPECT_EQ(count(c.before, c.impact.before), count(c.after, c.impact.after));
}

}  // namespace
}  // namespace cleave::change
