#include "flow/points_to.h"

#include "../c_program.h"

namespace cleave::flow {
namespace {

using program::InstIndex;
using program::Instruction;
using program::Op;
using test::CProgram;

struct Case {
  explicit Case(const std::string& text, const std::string& entry = "f") : code(text), pointsTo(code.program(), code.id(entry)) {}

  std::string nameOf(SiteId id) const {
    const Site& site = pointsTo.sites()[id.value];
    switch (site.kind) {
      case Site::Kind::Global:
        return code.program().globals[site.source].display;
      case Site::Kind::Function:
        return code.program().functions[site.source].display;
      case Site::Kind::Alloca:
        return "stack:" + std::to_string(lineOf(site));
      case Site::Kind::Heap:
        return "heap:" + std::to_string(lineOf(site));
      case Site::Kind::ByValue:
        return "copy";
      case Site::Kind::Variadic:
        return "arguments";
      case Site::Kind::Result:
        return "result";
    }
    return "?";
  }
  uint32_t lineOf(const Site& site) const { return code.program().functions[site.source].instructions[site.instruction].loc.line; }
  std::set<std::string> names(const SiteSet& set) const {
    std::set<std::string> result;
    set.forEach([&](SiteId id) { result.insert(nameOf(id)); });
    return result;
  }
  // Where the stores, or the loads, of a line may go.
  std::set<std::string> touched(const std::string& function, uint32_t line, Op op = Op::Store) const {
    std::set<std::string> result;
    for (const InstIndex i : code.find(function, line, op)) {
      const Instruction& instruction = code.function(function).instructions[i];
      const std::set<std::string> own = names(pointsTo.behind(code.id(function), op == Op::Store ? instruction.b : instruction.a));
      result.insert(own.begin(), own.end());
    }
    return result;
  }
  CProgram code;
  PointsTo pointsTo;
};

using Names = std::set<std::string>;

TEST(PointsTo, ThroughMemory) {
  const Case c(R"(int a, b, d; int *p; int **pp;
void f(int n) {
  p = &a;
  pp = &p;
  if (n) *pp = &b;
  *p = 1;
})");
  EXPECT_EQ(c.touched("f", 6), (Names{"a", "b"}));
}

TEST(PointsTo, ThroughCallsAndResults) {
  const Case c(R"(int a, b, d;
static int *choose(int n, int *x, int *y) { return n ? x : y; }
static void put(int *to) {
  *to = 1;
}
void f(int n) {
  put(choose(n, &a, &b));
})");
  EXPECT_EQ(c.touched("put", 4), (Names{"a", "b"}));
}

TEST(PointsTo, FunctionPointersReachWhatTheyMayCall) {
  const Case c(R"(int a, b, d;
static void one(int *p) {
  *p = 1;
}
static void two(int *p) {
  *p = 2;
}
static void never(int *p) {
  *p = 3;
}
static void (*table[2])(int *) = {one, two};
void f(int n) {
  void (*taken)(int *) = table[n & 1];
  taken(n ? &a : &b);
})");
  EXPECT_EQ(c.touched("one", 3), (Names{"a", "b"}));
  EXPECT_EQ(c.touched("two", 6), (Names{"a", "b"}));
  EXPECT_EQ(c.code.program().findFunction("never").valid() && c.pointsTo.reaches(c.code.program().findFunction("never")), false);
}

TEST(PointsTo, CopiesOfMemoryCarryPointers) {
  const Case c(R"(#include <string.h>
int a, b;
struct s { int *p; long n[6]; };
void f(int n) {
  struct s x, y;
  x.p = n ? &a : &b;
  memcpy(&y, &x, sizeof x);
  *y.p = 1;
  struct s z = y;
  *z.p = 2;
})");
  EXPECT_EQ(c.touched("f", 8), (Names{"a", "b"}));
  EXPECT_EQ(c.touched("f", 10), (Names{"a", "b"}));
}

TEST(PointsTo, PointersInPiecesAndAsIntegers) {
  const Case c(R"(#include <stdint.h>
int a, b;
void f(int n) {
  int *p = &a, *q;
  for (unsigned i = 0; i < sizeof p; i++) ((char *)&q)[i] = ((char *)&p)[i];
  *q = 1;
  uintptr_t word = (uintptr_t)&b ^ 1;
  *(int *)(word ^ 1) = 2;
})");
  EXPECT_TRUE(c.touched("f", 6).contains("a"));
  EXPECT_TRUE(c.touched("f", 8).contains("b"));
}

TEST(PointsTo, VariableArguments) {
  const Case c(R"(#include <stdarg.h>
int a, b;
static void put(int n, ...) {
  va_list list;
  va_start(list, n);
  int *p = va_arg(list, int *);
  *p = 1;
  va_end(list);
}
void f(int n) { put(1, n ? &a : &b); }
)");
  const Names names = c.touched("put", 7);
  EXPECT_TRUE(names.contains("a") && names.contains("b"));
}

TEST(PointsTo, ReallocCopiesWhatTheObjectHeld) {
  const Case c(R"(#include <stdlib.h>
int a;
void f(int n) {
  int **p = malloc(8);
  *p = &a;
  int **q = realloc(p, 16);
  **q = 1;
})");
  EXPECT_EQ(c.touched("f", 7), (Names{"a"}));
  EXPECT_EQ(c.touched("f", 5), (Names{"heap:4"}));
  EXPECT_EQ(c.touched("f", 7, Op::Load), (Names{"heap:6"}));
}

TEST(PointsTo, StructsByValueAndResults) {
  const Case c(R"(int a, b;
struct s { int *p; long n[6]; };
static void put(struct s x) {
  *x.p = 1;
}
static struct s make(int *p) { struct s r = {p, {0}}; return r; }
void f(int n) {
  put(make(n ? &a : &b));
})");
  EXPECT_EQ(c.touched("put", 4), (Names{"a", "b"}));
}

TEST(PointsTo, InitialisersOfGlobals) {
  const Case c(R"(int a, b;
static struct { int n; int *p; } table[2] = {{1, &a}, {2, &b}};
void f(int n) {
  *table[n & 1].p = 1;
})");
  const Names names = c.touched("f", 4);
  EXPECT_TRUE(names.contains("a") && names.contains("b"));
}

TEST(PointsTo, WhatIsNeverConnectedStaysApart) {
  const Case c(R"(int a, b; int *p = &a, *q = &b;
void f(int n) {
  *p = n;
  *q = n;
})");
  EXPECT_EQ(c.touched("f", 3), (Names{"a"}));
  EXPECT_EQ(c.touched("f", 4), (Names{"b"}));
}

}  // namespace
}  // namespace cleave::flow
