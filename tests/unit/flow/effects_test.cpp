#include "flow/effects.h"

#include "../c_program.h"

namespace cleave::flow {
namespace {

using program::BlockIndex;
using program::InstIndex;
using program::Op;
using test::CProgram;

struct Case {
  explicit Case(const std::string& text, CodeMarks marked = {})
      : code(text),
        pointsTo(code.program(), code.id("f")),
        definedness(pointsTo),
        marks(std::move(marked)),
        table(pointsTo, definedness, marks) {}

  const Effects& region(uint32_t line, Op op = Op::Branch) const {
    return table.ofRegion(code.id("f"), code.blockOf("f", code.find("f", line, op).at(0)));
  }
  bool writes(uint32_t line, const std::string& global) const {
    return region(line).mayWrite(pointsTo.siteOf(Site::Kind::Global, code.global(global).value));
  }
  uint32_t flags(uint32_t line) const { return region(line).flags; }

  CProgram code;
  PointsTo pointsTo;
  Definedness definedness;
  CodeMarks marks;
  EffectTable table;
};

TEST(Effects, WritesWithAllThatIsCalled) {
  const Case c(R"(int a, b, d;
static void inner(int *p) { *p = 1; }
static void outer(int n) { if (n > 3) inner(&a); }
void f(int n) {
  if (n > 0)
    outer(n);
  b = 2;
})");
  EXPECT_TRUE(c.writes(5, "a"));
  EXPECT_FALSE(c.writes(5, "b"));
  EXPECT_FALSE(c.writes(5, "d"));
}

TEST(Effects, RecursionComesToAnEnd) {
  const Case c(R"(#include <stdio.h>
int a;
static void odd(int n);
static void even(int n) { if (n > 0) odd(n - 1); else a = 1; }
static void odd(int n) { if (n > 0) even(n - 1); else printf("odd\n"); }
void f(int n) {
  if (n > 0)
    even(n);
})");
  EXPECT_TRUE(c.writes(7, "a"));
  EXPECT_TRUE((c.flags(7) & kPrintsStdout) != 0);
  EXPECT_TRUE((c.flags(7) & kPrintsStderr) == 0);
}

TEST(Effects, Channels) {
  const Case c(R"(#include <stdio.h>
void f(int n) {
  if (n > 0)
    putchar(n);
  if (n > 1)
    fprintf(stderr, "e");
  if (n > 2)
    puts("x");
  if (n > 3)
    n = n + 1;
  putchar(n);
})");
  EXPECT_EQ(c.flags(3) & (kPrintsStdout | kPrintsStderr), kPrintsStdout);
  EXPECT_TRUE((c.flags(5) & kPrintsStderr) != 0);
  EXPECT_EQ(c.flags(7) & (kPrintsStdout | kPrintsStderr), kPrintsStdout);
}

TEST(Effects, EndsOfTheRun) {
  const Case c(R"(#include <stdlib.h>
#include <assert.h>
int table[4], g;
static void give_up(void) { exit(3); }
int f(int n, int d, int *unused) {
  if (n == 1)
    give_up();
  if (n == 2)
    assert(d != 3);
  if (n == 3)
    g = 10 / d;
  if (n == 4)
    g = table[d];
  if (n == 5)
    g = 10 / 3 + table[2];
  if (n == 6)
    abort();
  return 0;
})");
  for (const uint32_t line : {6u, 8u, 10u, 12u, 16u}) EXPECT_TRUE((c.flags(line) & kExits) != 0) << line;
  EXPECT_TRUE((c.flags(14) & kExits) == 0) << "a constant divisor and a constant index cannot trap";
}

TEST(Effects, FreesAndAllocations) {
  const Case c(R"(#include <stdlib.h>
void f(int n, long size) {
  char *p = malloc(8);
  if (n == 1)
    free(p);
  if (n == 2)
    p = realloc(p, 16);
  if (n == 3)
    p = malloc(4);
})");
  EXPECT_TRUE((c.flags(4) & kFrees) != 0);
  EXPECT_TRUE((c.flags(6) & kFrees) != 0);
  EXPECT_TRUE((c.flags(8) & kFrees) == 0);
}

TEST(Effects, WritesOfLibraryFunctions) {
  const Case c(R"(#include <stdio.h>
#include <string.h>
char a[8], b[8], d[8];
void f(int n, unsigned long size) {
  if (n == 1)
    memcpy(a, b, size);
  if (n == 2)
    snprintf(a, sizeof a, "%d", n);
  if (n == 3)
    memset(d, 0, size);
})");
  EXPECT_TRUE(c.writes(5, "a"));
  EXPECT_FALSE(c.writes(5, "b"));
  EXPECT_TRUE(c.writes(7, "a"));
  EXPECT_TRUE(c.writes(9, "d"));
  EXPECT_FALSE(c.writes(9, "a"));
}

TEST(Effects, UnknownCodeMayDoAnything) {
  const Case c(R"(int a;
void somewhere_else(void);
void f(int n) {
  if (n == 1)
    somewhere_else();
  if (n == 2)
    __asm__ volatile("cld");
  if (n == 3)
    a = 2;
})");
  for (const uint32_t line : {4u, 6u}) {
    EXPECT_EQ(c.flags(line) & kEverything, kEverything) << line;
    EXPECT_TRUE(c.writes(line, "a")) << line;
  }
  EXPECT_EQ(c.flags(8), 0u);
}

TEST(Effects, IndirectCallsDoWhatAnyTargetDoes) {
  const Case c(R"(#include <stdio.h>
int a, b;
static void one(void) { a = 1; }
static void two(void) { putchar('2'); }
static void (*table[2])(void) = {one, two};
void f(int n) {
  if (n > 0)
    table[n & 1]();
})");
  EXPECT_TRUE(c.writes(7, "a"));
  EXPECT_FALSE(c.writes(7, "b"));
  EXPECT_TRUE((c.flags(7) & kPrintsStdout) != 0);
  EXPECT_TRUE((c.flags(7) & kExits) != 0) << "the pointer may be no function";
}

TEST(Effects, IrreducibleRegionsAreTakenForEverything) {
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
  EXPECT_EQ(c.flags(9) & kEverything, kEverything);
}

TEST(Effects, MarksOfChangedAndImpactedCode) {
  const std::string text = R"(#include <stdio.h>
int a;
static void show(int n) {
  printf("%d\n", n);
}
void f(int n) {
  if (n == 1)
    show(n);
  if (n == 2)
    a = n;
  if (n == 3)
    puts("clean");
})";
  const CProgram code(text);
  CodeMarks marks;
  marks.instructions.resize(code.program().functions.size());
  marks.phis.resize(code.program().functions.size());
  for (size_t f = 0; f < code.program().functions.size(); ++f) {
    marks.instructions[f].resize(code.program().functions[f].instructions.size(), 0);
    for (const program::Block& block : code.program().functions[f].blocks) marks.phis[f].emplace_back(block.phis.size(), 0);
  }
  for (const InstIndex i : code.find("show", 4, Op::Call)) marks.instructions[code.id("show").value][i] = CodeMarks::kImpacted;
  for (const InstIndex i : code.find("f", 10, Op::Store)) marks.instructions[code.id("f").value][i] = CodeMarks::kChanged;
  const Case c(text, marks);
  EXPECT_TRUE((c.flags(7) & kImpactedStdout) != 0) << "through the call";
  EXPECT_TRUE((c.flags(7) & kChanges) == 0);
  EXPECT_TRUE((c.flags(9) & kChanges) != 0);
  EXPECT_EQ(c.flags(11) & (kPrintsStdout | kImpactedStdout | kChanges), kPrintsStdout);
}

}  // namespace
}  // namespace cleave::flow
