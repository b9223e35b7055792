#include "flow/ending.h"

#include "../c_program.h"

namespace cleave::flow {
namespace {

using test::CProgram;

// The strongest word that is said of any block of f.
GoesOn ofLoop(const std::string& body) {
  const CProgram code("int a[9];\nint f(int x, unsigned n, int m) {\n" + body + "\n  return 1;\n}\n");
  const program::Function& function = code.function("f");
  GoesOn result = GoesOn::No;
  for (const GoesOn each : findEndless(function, controlOf(function))) result = std::max(result, each);
  return result;
}

TEST(Ending, CountingComesToAnEnd) {
  for (const char* body : {
           "for (int i = 0; i < x; i++) {}",
           "for (int i = x; i > m; --i) {}",
           "for (unsigned i = n; i != 0; i--) {}",
           "for (unsigned i = 0; i != n; i += 3) {}",
           "for (int i = 0; i <= 100; i += 7) {}",
           "for (int i = 9; i >= 0; i--) {}",
           "for (unsigned char i = 0; i < 200; i++) {}",
           "for (signed char i = 100; i >= -100; i -= 20) {}",
           "do { --n; } while (n > 0);",
           "while (n) n >>= 1;",
           "while (n) n &= n - 1;",
           "while (x) x /= 10;",
           "while (n != 0) { unsigned t = 1000 % n; n = t; }",
           "for (int i = 0; i < x; i++) for (int j = 0; j < i; j++) {}",
           "while (x == 3) x++;",
           "for (int i = 0; i < (x & 7); i++) {}",
           "for (int i = 0; i < x * m + 2; i++) {}",
           "for (int i = 0; i < x; i++) if (a[i & 7] == m) break;",
       })
    EXPECT_EQ(ofLoop(body), GoesOn::No) << body;
}

TEST(Ending, WhatMayRunForEver) {
  for (const char* body : {
           "while (x == 7) {}",
           "for (unsigned i = n; i != 0; i -= 2) {}",
           "for (int i = 0; i <= x; i++) {}",
           "for (int i = 0; i < x; i += 2) {}",
           "for (unsigned i = n; i >= 1; i -= 2) {}",
           "for (unsigned i = 10; i >= n; i--) {}",
           "for (unsigned char i = 0; i < x; i++) {}",
           "for (unsigned char i = 0; i < 256; i++) {}",
           "for (signed char i = 0; i != 200; i++) {}",
           "for (int i = 0; i < x; i++) if (i == m) i--;",
           "for (int i = 0; i < x; i++) m = i, x = m + 2;",
           "while (x) x >>= 1;",
           "while (n < 5) n /= 2;",
           "for (int i = 0; i < x; i++) while (m == 4) {}",
           "while (a[x & 7]) {}",
           "for (int i = 0; i < (a[1] & 7); i++) a[1]++;",
           "for (int i = 0; i < (x & 7); i++) x++;",
       })
    EXPECT_EQ(ofLoop(body), GoesOn::Maybe) << body;
  EXPECT_EQ(ofLoop("if (x == 7) for (;;) {}"), GoesOn::ForEver);
}

TEST(Ending, Recursion) {
  const CProgram code(R"(static int odd(int n);
static int even(int n) { return n == 0 ? 1 : odd(n - 1); }
static int odd(int n) { return n == 0 ? 0 : even(n - 1); }
static int half(int n) { return n / 2; }
static int self(int n) { return n > 0 ? self(n - 1) : half(n); }
int f(int n) { return even(n) + half(n) + self(n); })");
  const PointsTo pointsTo(code.program(), code.id("f"));
  const std::vector<bool> recursive = findRecursive(pointsTo);
  for (const char* name : {"odd", "even", "self"}) EXPECT_TRUE(recursive[code.id(name).value]) << name;
  for (const char* name : {"half", "f"}) EXPECT_FALSE(recursive[code.id(name).value]) << name;
  EXPECT_TRUE(needsMuchStack(pointsTo));
  EXPECT_FALSE(needsMuchStack(PointsTo(code.program(), code.id("half"))));
}

}  // namespace
}  // namespace cleave::flow
