#include "flow/definedness.h"

#include "../c_program.h"

namespace cleave::flow {
namespace {

using program::InstIndex;
using program::Op;
using test::CProgram;

struct Case {
  explicit Case(const std::string& text) : code(text), pointsTo(code.program(), code.id("f")), definedness(pointsTo) {}
  // Whether the branch of this line may look at something undefined.
  bool looksAtUndefined(uint32_t line, const std::string& function = "f") const {
    bool any = false;
    for (const InstIndex i : code.find(function, line, Op::Branch))
      any = any || definedness.mayBeUndefined(code.id(function), code.function(function).instructions[i].a);
    return any;
  }
  CProgram code;
  PointsTo pointsTo;
  Definedness definedness;
};

TEST(Definedness, WhatIsReturned) {
  const Case some("int f(int n) { int x; if (n) x = 1; return x; }"), all("int f(int n) { int x; if (n) x = 1; else x = 2; return x; }");
  EXPECT_TRUE(some.definedness.mayReturnUndefined(some.code.id("f")));
  EXPECT_FALSE(all.definedness.mayReturnUndefined(all.code.id("f")));
}

TEST(Definedness, LocalsThroughPhis) {
  const Case c(R"(int g;
void f(int n) {
  int some, all;
  if (n > 3) some = 1;
  if (n > 3) all = 1; else all = 2;
  if (some) g = 1;
  if (all) g = 2;
  if (n) g = 3;
})");
  EXPECT_TRUE(c.looksAtUndefined(6));
  EXPECT_FALSE(c.looksAtUndefined(7));
  EXPECT_FALSE(c.looksAtUndefined(8));
}

TEST(Definedness, ThroughMemoryCallsAndCopies) {
  const Case c(R"(#include <stdlib.h>
#include <string.h>
int g, zero; int kept;
static int passed(int v) {
  if (v) g = 1;
  return v;
}
void f(int n) {
  int *p = malloc(4);
  if (*p) g = 2;
  int *q = calloc(1, 4);
  kept = n > 3 ? *p : 0;
  if (kept) g = 3;
  if (zero) g = 4;
  if (passed(*p)) g = 5;
})");
  EXPECT_TRUE(c.looksAtUndefined(10));
  EXPECT_TRUE(c.looksAtUndefined(13));
  EXPECT_FALSE(c.looksAtUndefined(14)) << "globals start defined";
  EXPECT_TRUE(c.looksAtUndefined(5, "passed"));
  EXPECT_TRUE(c.looksAtUndefined(15));
}

TEST(Definedness, StructsByValueAndVariableArguments) {
  const Case c(R"(#include <stdarg.h>
int g;
struct s { long n[6]; };
static void whole(struct s x) {
  if (x.n[1]) g = 1;
}
static void list(int n, ...) {
  va_list l;
  va_start(l, n);
  long v = va_arg(l, long);
  if (v) g = 2;
  va_end(l);
}
void f(int n) {
  struct s x;
  if (n) x.n[1] = 3;
  whole(x);
  list(1, x.n[1]);
})");
  EXPECT_TRUE(c.looksAtUndefined(5, "whole"));
  EXPECT_TRUE(c.looksAtUndefined(11, "list"));
}

}  // namespace
}  // namespace cleave::flow
