#include "flow/control.h"

#include "../c_program.h"

namespace cleave::flow {
namespace {

using program::BlockIndex;
using program::Op;
using test::CProgram;

using Lines = std::set<uint32_t>;

struct Case {
  explicit Case(const std::string& text) : code(text), control(controlOf(code.function("f"))) {}
  BlockIndex branch(uint32_t line, Op op = Op::Branch) const { return code.blockOf("f", code.find("f", line, op).at(0)); }
  Lines region(uint32_t line, Op op = Op::Branch) const { return code.linesOf("f", control.regionOf(branch(line, op))); }
  // Whether the region ends at code of this line.
  bool closesIn(uint32_t branchLine, uint32_t line, Op op = Op::Branch) const {
    const BlockIndex end = control.closesAt[branch(branchLine, op)];
    return end != kNoBlock && code.linesOf("f", {end}).contains(line);
  }
  CProgram code;
  Control control;
};

TEST(Control, RegionOfAnIfEndsWhereItsArmsMeet) {
  const Case c(R"(int g, h;
void f(int a) {
  if (a > 0)
    g = 1;
  else
    g = 2;
  h = 3;
})");
  EXPECT_TRUE(c.closesIn(3, 7));
  EXPECT_TRUE(c.region(3).contains(4));
  EXPECT_TRUE(c.region(3).contains(6));
  EXPECT_FALSE(c.region(3).contains(7));
  EXPECT_TRUE(c.control.reducible);
}

TEST(Control, AnExitDoesNotMakeARegionOfTheRest) {
  for (const std::string end : {"exit(1)", "abort()", "__builtin_trap()"}) {
    const Case c("#include <stdlib.h>\nint g;\nvoid f(int a) {\n  if (a > 0)\n    " + end + ";\n  g = 3;\n}\n");
    EXPECT_TRUE(c.closesIn(4, 6)) << end;
    EXPECT_TRUE(c.region(4).contains(5)) << end << ": but what ends the run belongs to the region";
    EXPECT_FALSE(c.region(4).contains(6)) << end;
  }
}

TEST(Control, RegionOfALoopIsItsBodyWithTheTest) {
  const Case c(R"(int g, h;
void f(int n) {
  for (int i = 0; i < n; i++)
    g += i;
  h = 3;
})");
  const BlockIndex head = c.branch(3);
  const std::vector<BlockIndex> region = c.control.regionOf(head);
  EXPECT_TRUE(std::find(region.begin(), region.end(), head) != region.end()) << "the test runs again";
  EXPECT_TRUE(c.region(3).contains(4));
  EXPECT_FALSE(c.region(3).contains(5));
  EXPECT_TRUE(c.closesIn(3, 5));
}

TEST(Control, BreakAndContinue) {
  const Case c(R"(int g, h;
void f(int n, int k) {
  for (int i = 0; i < n; i++) {
    if (i == k)
      break;
    if (i == 7)
      continue;
    g += i;
  }
  h = 3;
})");
  // Whether to break decides whether the loop goes on, so everything in it is in the region.
  EXPECT_TRUE(c.closesIn(4, 10));
  EXPECT_TRUE(c.region(4).contains(6));
  EXPECT_TRUE(c.region(4).contains(8));
  // Whether to continue decides only what is left of this round.
  EXPECT_FALSE(c.closesIn(6, 10));
  EXPECT_TRUE(c.region(6).contains(8));
  EXPECT_FALSE(c.region(6).contains(4));
}

TEST(Control, AnEarlyReturnReachesToTheEnd) {
  const Case c(R"(int g, h;
int f(int a) {
  if (a > 0)
    return 1;
  g = 2;
  if (a < -5)
    g = 4;
  h = 3;
  return 0;
})");
  EXPECT_TRUE(c.region(3).contains(5));
  EXPECT_TRUE(c.region(3).contains(8));
  EXPECT_FALSE(c.closesIn(3, 5));
  EXPECT_TRUE(c.closesIn(6, 8));
}

TEST(Control, ASwitchIsOneBranch) {
  const Case c(R"(int g, h;
void f(int a) {
  switch (a) {
    case 1:
      g = 1;
    case 2:
      g = 2;
      break;
    default:
      g = 3;
  }
  h = 3;
})");
  const Lines region = c.region(3, Op::Switch);
  for (const uint32_t line : {5u, 7u, 10u}) EXPECT_TRUE(region.contains(line)) << line;
  EXPECT_TRUE(c.closesIn(3, 12, Op::Switch));
}

TEST(Control, IrreducibleCyclesAreSeen) {
  const Case c(R"(int g;
void f(int a, int n) {
  int i = 0;
  if (a) goto inside;
again:
  g += i;
inside:
  i++;
  if (i < n) goto again;
})");
  EXPECT_FALSE(c.control.reducible);
}

TEST(Control, ALoopThatNeverEndsReturnsNothing) {
  const Case c(R"(int g, h;
void f(int a) {
  if (a > 0)
    for (;;) g++;
  h = 3;
})");
  EXPECT_TRUE(c.closesIn(3, 5)) << "guarantees speak of runs that end";
  bool someCannot = false;
  for (size_t b = 0; b < c.control.returns.size(); ++b) someCannot = someCannot || !c.control.returns[b];
  EXPECT_TRUE(someCannot);
}

TEST(Control, NestedRegionsLieInEachOther) {
  const Case c(R"(int g;
void f(int a, int b, int n) {
  for (int i = 0; i < n; i++) {
    if (a > i) {
      if (b > i) g = 1;
      g = 2;
    }
  }
})");
  const auto inside = [&](uint32_t inner, uint32_t outer) {
    const std::vector<BlockIndex> small = c.control.regionOf(c.branch(inner)), large = c.control.regionOf(c.branch(outer));
    return std::includes(large.begin(), large.end(), small.begin(), small.end());
  };
  EXPECT_TRUE(inside(5, 4));
  EXPECT_TRUE(inside(4, 3));
}

}  // namespace
}  // namespace cleave::flow
