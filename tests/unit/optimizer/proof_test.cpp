// The optimizer proof on pairs that it should prove, and on many that a careless comparison, or the optimiser's freedom with undefined
// behaviour, would call the same.
#include "optimizer/proof.h"

#include <chrono>

#include "../load_text.h"

namespace cleave::optimizer {
namespace {

using test::TextLoader;

class Pair {
 public:
  Pair(const std::string& before, const std::string& after, const std::string& extension = "c",
       const std::vector<std::string>& flags = {}) {
    const frontend::Sources first{{loader_.write("before." + extension, before)}, flags};
    const frontend::Sources second{{loader_.write("after." + extension, after)}, flags};
    Expected<frontend::VersionPair> loaded = frontend::loadPair(first, second, loader_.options());
    if (!loaded) throw std::runtime_error(loaded.error().message);
    versions_ = loaded.take();
  }

  Answer prove(const std::string& name = "f") const {
    Proof proof(versions_, {{name, name}}, nullptr);
    return proof.prove(0);
  }
  const frontend::VersionPair& versions() const { return versions_; }

 private:
  TextLoader loader_;
  frontend::VersionPair versions_;
};

std::string assumptionsOf(const Answer& answer) {
  std::string text;
  for (const std::string& assumption : answer.assumptions) text += assumption + "\n";
  return text;
}

#define EXPECT_SAME(...)                             \
  do {                                               \
    const Answer answer = Pair(__VA_ARGS__).prove(); \
    EXPECT_TRUE(answer.same) << answer.why;          \
  } while (false)
#define EXPECT_NOT_SAME(...)                            \
  do {                                                  \
    const Answer answer = Pair(__VA_ARGS__).prove();    \
    EXPECT_FALSE(answer.same) << assumptionsOf(answer); \
    EXPECT_FALSE(answer.why.empty());                   \
  } while (false)

// --- what it is for

TEST(OptimizerProof, LocalRewrites) {
  EXPECT_SAME("int f(int y) { return y * 2; }", "int f(int y) { return y << 1; }");
  EXPECT_SAME("int f(int a, int b) { return !(a < b); }", "int f(int a, int b) { return a >= b; }");
  EXPECT_SAME("int f(int a, int b) { return !(a > 3 && b > 4); }", "int f(int a, int b) { return a <= 3 || b <= 4; }");
  EXPECT_SAME("int f(int a, int b) { return a + b; }", "int f(int a, int b) { int t = b; t += a; return t; }");
  EXPECT_SAME("unsigned f(unsigned a) { return a % 8; }", "unsigned f(unsigned a) { return a & 7; }");
  EXPECT_SAME("int f(int a, int b) { return a < b; }", "int f(int a, int b) { return b > a; }");
}

TEST(OptimizerProof, AnExtractedHelper) {
  EXPECT_SAME("int f(int a, int b) { int s = 0; for (int i = 0; i < a; i++) s += i * b; return s; }",
              "static int step(int s, int i, int b) { return s + i * b; }\n"
              "int f(int a, int b) { int s = 0; for (int i = 0; i < a; i++) s = step(s, i, b); return s; }");
}

TEST(OptimizerProof, LoopsInOtherWords) {
  EXPECT_SAME("int f(int n) { int s = 0; for (int i = 0; i < n; i++) s += i; return s; }",
              "int f(int n) { int s = 0; int i = 0; while (1) { if (i >= n) break; s = i + s; ++i; } return s; }");
  EXPECT_SAME("unsigned f(unsigned n) { unsigned c = 0; for (unsigned i = 0; i < 10; i++) c += n; return c; }",
              "unsigned f(unsigned n) { return n * 10; }");
}

TEST(OptimizerProof, FloatsKeepTheirOrder) {
  EXPECT_SAME("double f(double a, double b) { return a * b + a; }", "double f(double a, double b) { double p = b * a; return a + p; }");
  EXPECT_SAME("double f(const double* v, int n) { double s = 0; for (int i = 0; i < n; i++) s += v[i]; return s; }",
              "double f(const double* v, int n) { double s = 0; int i = 0; while (i < n) { s = s + v[i]; i++; } return s; }");
  EXPECT_NOT_SAME("double f(double a, double b, double c) { return (a + b) + c; }",
                  "double f(double a, double b, double c) { return a + (b + c); }");
  EXPECT_NOT_SAME("double f(double a) { return a + 0.0; }", "double f(double a) { return a; }");
  EXPECT_NOT_SAME("double f(double a) { return a - a; }", "double f(double a) { return 0; }");
  EXPECT_NOT_SAME("double f(double a, double b) { return a / b; }", "double f(double a, double b) { return a * (1 / b); }");
  // Also when the flags of the build allow it: the VM does not.
  EXPECT_NOT_SAME("double f(double a, double b, double c) { return (a + b) + c; }",
                  "double f(double a, double b, double c) { return a + (b + c); }", "c", {"-ffast-math"});
}

TEST(OptimizerProof, MemoryOfTheCaller) {
  EXPECT_SAME("void f(char* to, const char* from) { for (int i = 0; i < 8; i++) to[i] = from[i]; }",
              "void f(char* to, const char* from) { int i = 0; do { to[i] = from[i]; i = i + 1; } while (i != 8); }");
  EXPECT_SAME("struct s { int a, b; }; int f(struct s* p) { return p->a + p->b; }",
              "struct s { int a, b; }; int f(struct s* p) { int a = p->a; int b = p->b; return b + a; }");
}

TEST(OptimizerProof, AnArrayFilledOneWayOrTheOther) {
  EXPECT_SAME("void f(char* to) { for (unsigned i = 0; i < 64; i++) to[i] = 0; }",
              "#include <string.h>\nvoid f(char* to) { memset(to, 0, 64); }");
}

TEST(OptimizerProof, Cxx) {
  EXPECT_SAME("struct A { int x; int get() const { return x; } }; extern \"C\" int f(int y) { A a{y}; return a.get() * 2; }",
              "struct A { int x; int get() const { return x; } }; extern \"C\" int f(int y) { A a{y}; return a.get() + a.get(); }", "cpp");
  EXPECT_SAME(
      "struct B { virtual int g(int x) { return x; } }; struct D : B { int g(int x) override { return x + 1; } };\n"
      "extern \"C\" int f(B* b, int y) { int r = b->g(y); return r * 2; }",
      "struct B { virtual int g(int x) { return x; } }; struct D : B { int g(int x) override { return x + 1; } };\n"
      "extern \"C\" int f(B* b, int y) { return b->g(y) << 1; }",
      "cpp");
}

// --- what the guarantee says

TEST(OptimizerProof, ScalarCodeNeedsNoAssumptionOnUndefinedBehaviour) {
  const Pair pair("int f(int y) { int a[4] = {1, 2, 3, 4}; return y / 3 + a[2]; }", "int f(int y) { return 3 + y / 3; }");
  const Answer answer = pair.prove();
  ASSERT_TRUE(answer.same) << answer.why;
  EXPECT_EQ(assumptionsOf(answer).find("pointers"), std::string::npos) << assumptionsOf(answer);
}

TEST(OptimizerProof, AssumptionsNameWhatIsTakenForGranted) {
  const Pair pair("int g(int); int f(int* p) { return g(*p) * 2; }", "int g(int); int f(int* p) { return g(*p) << 1; }");
  const Answer answer = pair.prove();
  ASSERT_TRUE(answer.same) << answer.why;
  EXPECT_NE(assumptionsOf(answer).find("no undefined behaviour through pointers"), std::string::npos);
  EXPECT_NE(assumptionsOf(answer).find("when they are called alike: g"), std::string::npos);
  const Answer renamed = Pair("int f(int x) { return x * 2; }", "int f(int y) { return y << 1; }").prove();
  ASSERT_TRUE(renamed.same);
  EXPECT_NE(assumptionsOf(renamed).find("parameter x of before is taken as y of after"), std::string::npos);
}

TEST(OptimizerProof, ManyEntriesOfOnePair) {
  const Pair pair("int f(int y) { return y * 2; }\nint g(int y) { return f(y) + 1; }\nint h(int y) { return y; }",
                  "int f(int y) { return y << 1; }\nint g(int y) { return 1 + f(y); }\nint h(int y) { return -y; }");
  Proof proof(pair.versions(), {{"f", "f"}, {"g", "g"}, {"h", "h"}, {"none", "none"}}, nullptr);
  EXPECT_TRUE(proof.prove(0).same);
  EXPECT_TRUE(proof.prove(1).same);
  EXPECT_FALSE(proof.prove(2).same);
  EXPECT_FALSE(proof.prove(3).same);
}

TEST(OptimizerProof, AnInterruptedOptimiserProvesNothing) {
  const Pair pair("int f(int y) { return y * 2; }", "int f(int y) { return y << 1; }");
  StopFlag stop;
  stop.request();
  Proof proof(pair.versions(), {{"f", "f"}}, &stop);
  EXPECT_FALSE(proof.prove(0).same);
}

// --- what differs

TEST(OptimizerProof, OtherOperations) {
  EXPECT_NOT_SAME("int f(int a, int b) { return a < b; }", "int f(int a, int b) { return (unsigned)a < (unsigned)b; }");
  EXPECT_NOT_SAME("int f(int a, int b) { return a - b; }", "int f(int a, int b) { return b - a; }");
  EXPECT_NOT_SAME("int f(int a, int b) { return a < b; }", "int f(int a, int b) { return b < a; }");
  EXPECT_NOT_SAME("int f(int a) { return a >> 1; }", "int f(int a) { return (unsigned)a >> 1; }");
  EXPECT_NOT_SAME("int f(int a) { return a / 2; }", "int f(int a) { return a >> 1; }");
  EXPECT_NOT_SAME("int f(int a) { return (signed char)a; }", "int f(int a) { return (unsigned char)a; }");
  EXPECT_NOT_SAME("int f(int a, int b) { return a ? b : 7; }", "int f(int a, int b) { return a ? 7 : b; }");
  EXPECT_NOT_SAME("int f(int a, int b) { if (a) return b * 3; return b ^ 5; }",
                  "int f(int a, int b) { if (!a) return b * 3; return b ^ 5; }");
  EXPECT_NOT_SAME("int f(int a) { return a; }", "int f(int a) { return a + 1; }");
}

TEST(OptimizerProof, OtherSwitches) {
  const std::string head = "int g(int); int f(int a) { switch (a) { ";
  EXPECT_NOT_SAME(head + "case 1: return 5; case 2: return 9; case 3: return 2; case 4: return 77; default: return 0; } }",
                  head + "case 1: return 5; case 2: return 9; case 3: return 3; case 4: return 77; default: return 0; } }");
  EXPECT_NOT_SAME(head + "case 1: return g(1); case 20: return g(7); case 300: return g(3); default: return 0; } }",
                  head + "case 1: return g(1); case 20: return g(3); case 300: return g(7); default: return 0; } }");
  EXPECT_NOT_SAME(head + "case 1: return g(1); case 20: return g(7); case 300: return g(3); default: return 0; } }",
                  head + "case 1: return g(1); case 21: return g(7); case 300: return g(3); default: return 0; } }");
  const std::string sides = "int g(int); int h(int); int k(void); int f(int a) { switch (a) { ";
  EXPECT_SAME(sides + "case 1: return g(1); case 20: return h(7); case 300: return k(); default: return 0; } }",
              sides + "case 300: return k(); case 20: return h(7); default: return 0; case 1: return g(1); } }");
}

TEST(OptimizerProof, OtherCallees) {
  EXPECT_NOT_SAME("int g(int); int f(int a) { return g(a); }", "int h(int); int f(int a) { return h(a); }");
  EXPECT_NOT_SAME("int g(int, int); int f(int a) { return g(a, 1); }", "int g(int, int); int f(int a) { return g(a, 2); }");
  EXPECT_NOT_SAME("int g(int, int); int f(int a, int b) { return g(a, b); }", "int g(int, int); int f(int a, int b) { return g(b, a); }");
  EXPECT_NOT_SAME("int g(int); int f(int a) { return g(a) + g(a + 1); }", "int g(int); int f(int a) { return g(a + 1) + g(a); }");
  EXPECT_NOT_SAME("int g(int); int f(int a) { g(a); return g(a); }", "int g(int); int f(int a) { return g(a); }");
  EXPECT_NOT_SAME("int g(int); int h(int); int f(int a) { return g(a) + h(a); }",
                  "int g(int); int h(int); int f(int a) { int x = h(a); return g(a) + x; }");
  // Too large to be inlined, or recursive.
  const std::string fib = "int fib(int n) { return n < 2 ? n : fib(n - 1) + fib(n - 2); }\nint f(int a) { return fib(a & 7); }";
  const std::string other = "int fib(int n) { return n < 2 ? 1 : fib(n - 1) + fib(n - 2); }\nint f(int a) { return fib(a & 7); }";
  EXPECT_SAME(fib, fib);
  EXPECT_NOT_SAME(fib, other);
  EXPECT_NOT_SAME("int printf(const char*, ...); int f(int a) { return printf(\"%d\\n\", a); }",
                  "int printf(const char*, ...); int f(int a) { return printf(\"%i\\n\", a); }");
  EXPECT_NOT_SAME("int puts(const char*); int f(void) { return puts(\"one\"); }",
                  "int puts(const char*); int f(void) { return puts(\"two\"); }");
}

TEST(OptimizerProof, PureAttributesOfDeclarationsAreNotBelieved) {
  EXPECT_NOT_SAME("__attribute__((const)) int g(int); int f(int a) { return g(a) + g(a); }",
                  "__attribute__((const)) int g(int); int f(int a) { return 2 * g(a); }");
  EXPECT_NOT_SAME("__attribute__((pure)) int g(int); int f(int a) { g(a); return 1; }", "int f(int a) { return 1; }");
}

TEST(OptimizerProof, NamedFunctionsThatAreShown) {
  const std::string both = "int g(int x) { return x + 1; }\nint h(int x) { return x + 1; }\n";
  EXPECT_NOT_SAME(both + "void* f(void) { return (void*)g; }", both + "void* f(void) { return (void*)h; }");
  EXPECT_SAME(both + "int f(int x) { return g(x); }", both + "int f(int x) { return h(x); }");
}

TEST(OptimizerProof, Globals) {
  EXPECT_NOT_SAME("int c = 1; int f(int a) { return a + c; }", "int c = 2; int f(int a) { return a + c; }");
  EXPECT_NOT_SAME("static int c = 1; int f(int a) { c += a; return c; }", "static int c = 2; int f(int a) { c += a; return c; }");
  EXPECT_NOT_SAME("int a, b; void f(int x) { a = x; b = x + 1; }", "int a, b; void f(int x) { b = x; a = x + 1; }");
  EXPECT_NOT_SAME("int a; void f(int x) { a = x; }", "int a; void f(int x) { }");
  EXPECT_NOT_SAME("static int a; void f(int x) { a = x; }", "static int a; void f(int x) { }");
  EXPECT_NOT_SAME("static int a, b; int f(int x) { a += x; return a; }", "static int a, b; int f(int x) { b += x; return b; }");
  EXPECT_NOT_SAME("int f(int x) { static int calls; calls++; return x; }", "int f(int x) { return x; }");
  EXPECT_NOT_SAME("int f(int x) { static int calls = 5; return calls++; }", "int f(int x) { static int calls = 6; return calls++; }");
  EXPECT_NOT_SAME("int t[3] = {1, 2, 3}; int f(int x) { return x > 2u ? 0 : t[x]; }",
                  "int t[3] = {1, 2, 4}; int f(int x) { return x > 2u ? 0 : t[x]; }");
  EXPECT_NOT_SAME("static const int t[4] = {1, 2, 3, 9}; int f(int x) { return t[x & 3]; }",
                  "static const int t[4] = {1, 3, 2, 9}; int f(int x) { return t[x & 3]; }");
  EXPECT_SAME("static const int t[4] = {1, 2, 3, 9}; int f(int x) { return t[x & 3]; }",
              "static const int table[4] = {1, 2, 3, 9}; int f(int x) { return table[x & 3]; }");
  EXPECT_NOT_SAME("const char* f(void) { return \"one\"; }", "const char* f(void) { return \"two\"; }");
  EXPECT_SAME("const char* f(void) { return \"one\"; }", "const char* f(void) { const char* s = \"one\"; return s; }");
  EXPECT_NOT_SAME("int x = 1; int* p = &x; void f(int v) { *p = v; }", "int x = 1, y; int* p = &y; void f(int v) { *p = v; }");
  // Through an initialiser that only a pointer leads to.
  EXPECT_NOT_SAME("int x = 1; int* p = &x; int f(void) { return *p; }", "int x = 2; int* p = &x; int f(void) { return *p; }");
}

TEST(OptimizerProof, TablesOfFunctions) {
  const auto text = [](const std::string& body) {
    return "static int g(int x) { return " + body + "; }\nstatic int h(int x) { return x - 3; }\n" +
           "static int (*const table[2])(int) = {g, h};\nint f(int i, int x) { return table[i & 1](x); }";
  };
  EXPECT_SAME(text("x * 2"), text("x + x"));
  EXPECT_NOT_SAME(text("x * 2"), text("x * 3"));
}

TEST(OptimizerProof, MembersUnderOtherNames) {
  EXPECT_NOT_SAME("struct p { int x, y; }; struct p f(int a, int b) { struct p r = {a, b}; return r; }",
                  "struct p { int y, x; }; struct p f(int a, int b) { struct p r = {a, b}; return r; }");
  EXPECT_NOT_SAME("struct p { int x, y; } g; void f(int a) { g.x = a; }", "struct p { int y, x; } g; void f(int a) { g.y = a; }");
  EXPECT_NOT_SAME("struct p { int x, y; }; int f(struct p* p) { return p->x; }",
                  "struct p { int y, x; }; int f(struct p* p) { return p->y; }");
  // Nothing but a new name.
  EXPECT_SAME("struct p { int x, y; }; int f(struct p* p) { return p->x; }", "struct p { int z, y; }; int f(struct p* p) { return p->z; }");
}

TEST(OptimizerProof, TypesOfWhatIsShown) {
  EXPECT_NOT_SAME("int f(int a) { return a; }", "unsigned f(int a) { return a; }");
  EXPECT_NOT_SAME("int g; void f(int a) { g = a; }", "unsigned g; void f(int a) { g = a; }");
  EXPECT_NOT_SAME("void f(int* p, int a) { *p = a; }", "void f(unsigned* p, int a) { *p = a; }");
  // Arguments are bits, and come by position.
  EXPECT_SAME("int f(int a) { return 1; }", "int f(unsigned a) { return 1; }");
  EXPECT_SAME("int f(int a, int b) { return a - b; }", "int f(int b, int a) { return b - a; }");
}

TEST(OptimizerProof, VolatileAccesses) {
  EXPECT_NOT_SAME("int f(volatile int* p) { return *p + *p; }", "int f(volatile int* p) { return 2 * *p; }");
  EXPECT_NOT_SAME("volatile int v; int f(void) { v; return 1; }", "volatile int v; int f(void) { return 1; }");
}

// --- undefined behaviour that the VM defines

TEST(OptimizerProof, OverflowWraps) {
  EXPECT_NOT_SAME("int f(int x) { return x + 1 > x; }", "int f(int x) { return 1; }");
  EXPECT_NOT_SAME("int f(int x) { return x * 2 / 2; }", "int f(int x) { return x; }");
  EXPECT_NOT_SAME("int f(int x) { return x < 0 ? -x >= 0 : 1; }", "int f(int x) { return 1; }");
  // Code that comes with promises which the VM does not know.
  EXPECT_NOT_SAME("define i1 @f(i32 %x) {\n  %y = add nsw i32 %x, 1\n  %c = icmp sgt i32 %y, %x\n  ret i1 %c\n}\n",
                  "define i1 @f(i32 %x) {\n  ret i1 true\n}\n", "ll");
}

TEST(OptimizerProof, ShiftCountsCountModuloTheWidth) {
  EXPECT_SAME("int f(int x) { return x << 33; }", "int f(int x) { return x << 1; }", "c", {"-w"});
  EXPECT_NOT_SAME("int f(int x) { return x << 33; }", "int f(int x) { return 0; }", "c", {"-w"});
  EXPECT_NOT_SAME("unsigned f(unsigned x, unsigned n) { return n >= 32 ? 0 : x << n; }",
                  "unsigned f(unsigned x, unsigned n) { return x << n; }");
  EXPECT_SAME("unsigned f(unsigned x, unsigned n) { return x >> n; }", "unsigned f(unsigned x, unsigned n) { return x >> (n & 31); }");
}

TEST(OptimizerProof, DivisionsTrap) {
  EXPECT_NOT_SAME("int f(int x, int y) { int unused = x / y; return 1; }", "int f(int x, int y) { return 1; }");
  EXPECT_NOT_SAME("int f(int x, int y) { int unused = x % y; return y == 0; }", "int f(int x, int y) { return 0; }");
  EXPECT_NOT_SAME("int f(int x) { return x / -1; }", "int f(int x) { return -x; }");
  EXPECT_NOT_SAME("int f(int x) { return x / x; }", "int f(int x) { return 1; }");
  EXPECT_NOT_SAME("int f(int x) { return 0 % x; }", "int f(int x) { return 0; }");
  EXPECT_NOT_SAME("int puts(const char*); int f(int x, int y) { puts(\"a\"); return x / y; }",
                  "int puts(const char*); int f(int x, int y) { int q = x / y; puts(\"a\"); return q; }");
  EXPECT_SAME("unsigned f(unsigned x, unsigned y) { return y ? x / y : 0; }",
              "unsigned f(unsigned x, unsigned y) { if (y == 0) return 0; return x / y; }");
}

TEST(OptimizerProof, AccessesOutsideTrap) {
  EXPECT_NOT_SAME("int f(int i) { int a[4] = {1, 1, 1, 1}; return a[i]; }", "int f(int i) { return 1; }");
  EXPECT_NOT_SAME("int f(int i) { int a[4] = {0}; a[i] = 1; return 2; }", "int f(int i) { return 2; }");
  EXPECT_NOT_SAME("int f(void) { int a[2]; a[5] = 1; return 2; }", "int f(void) { return 2; }", "c", {"-w"});
  EXPECT_NOT_SAME("static const int t[2] = {7, 7}; int f(int i) { return t[i]; }", "int f(int i) { return 7; }");
  EXPECT_NOT_SAME("int g[4]; int f(int i) { int unused = g[i]; return 2; }", "int g[4]; int f(int i) { return 2; }");
  EXPECT_NOT_SAME("#include <string.h>\nint f(unsigned n) { char a[8]; memset(a, 1, n); return 3; }", "int f(unsigned n) { return 3; }");
  EXPECT_SAME("int f(int i) { int a[4] = {4, 5, 6, 7}; return a[i & 3]; }",
              "int f(int i) { int a[4] = {4, 5, 6, 7}; int* p = a; int j = 3 & i; return *(p + j); }");
}

TEST(OptimizerProof, NullTraps) {
  EXPECT_NOT_SAME("int f(int* p) { int unused = *p; return 1; }", "int f(int* p) { return 1; }");
  EXPECT_NOT_SAME("int f(int* p) { int v = *p; return p == 0; }", "int f(int* p) { return 0; }");
  EXPECT_NOT_SAME("int f(int x) { if (x) *(int*)0 = 1; return 2; }", "int f(int x) { return 2; }", "c", {"-w"});
  EXPECT_NOT_SAME("int f(int x) { if (x) *(int*)0 = 1; return 2; }", "int f(int x) { if (x) __builtin_unreachable(); return 2; }", "c",
                  {"-w"});
  EXPECT_NOT_SAME("typedef int g(void); int f(g* p, int x) { if (x == 3) { p = 0; p(); } return x; }",
                  "typedef int g(void); int f(g* p, int x) { return x; }");
}

TEST(OptimizerProof, StoresToConstantsTrap) {
  EXPECT_NOT_SAME("static const int c = 1; int f(int x) { if (x) *(int*)&c = 2; return 3; }", "int f(int x) { return 3; }", "c", {"-w"});
}

TEST(OptimizerProof, UnreachableTraps) {
  EXPECT_NOT_SAME("int f(int x) { if (x == 7) __builtin_unreachable(); return x; }", "int f(int x) { return x; }");
  EXPECT_NOT_SAME("int f(int x) { __builtin_assume(x > 0); return x > 0; }", "int f(int x) { return 1; }");
  EXPECT_NOT_SAME("int f(int x) { if (x == 7) __builtin_trap(); return x; }", "int f(int x) { return x; }");
  EXPECT_NOT_SAME("void abort(void); int f(int x) { if (x == 7) abort(); return x; }",
                  "int f(int x) { if (x == 7) __builtin_trap(); return x; }");
  EXPECT_NOT_SAME("__attribute__((noreturn)) void g(int x) { if (x > 3) __builtin_abort(); } int f(int x) { g(x); }",
                  "int f(int x) { __builtin_abort(); }", "c", {"-w"});
}

TEST(OptimizerProof, UninitialisedValues) {
  EXPECT_NOT_SAME("int f(int c) { int x; if (c) x = 5; return x; }", "int f(int c) { return 5; }", "c", {"-w"});
  EXPECT_NOT_SAME("int f(int c) { int x; return x; }", "int f(int c) { int x; return x; }", "c", {"-w"});
  EXPECT_NOT_SAME("int f(int c) { int x, y; return x == y; }", "int f(int c) { return 1; }", "c", {"-w"});
  EXPECT_NOT_SAME("int f(int c) { int a[3]; if (c) a[1] = 5; return a[1]; }", "int f(int c) { return 5; }", "c", {"-w"});
  EXPECT_NOT_SAME("int f(int c) { if (c) return 5; }", "int f(int c) { return 5; }", "c", {"-w"});
  EXPECT_NOT_SAME("int f(int c) { _Bool b; if (b) return 1; return 1 + c; }", "int f(int c) { return 1; }", "c", {"-w"});
  EXPECT_NOT_SAME("define i32 @f(i32 %x) {\n  ret i32 undef\n}\n", "define i32 @f(i32 %x) {\n  ret i32 5\n}\n", "ll");
  EXPECT_SAME("int f(int c) { int x; if (c) x = 5; else x = 6; return x; }", "int f(int c) { return c ? 5 : 6; }");
  EXPECT_SAME("int f(int c) { int a[3]; a[0] = c; a[1] = 2; a[2] = 3; return a[0] + a[1]; }", "int f(int c) { return c + 2; }");
}

TEST(OptimizerProof, ConversionsThatDoNotFit) {
  EXPECT_NOT_SAME("int f(float x) { return x > 1e20f ? (int)x : 0; }", "int f(float x) { return 0; }");
  EXPECT_NOT_SAME("int f(void) { float x = 1e20f; return (int)x; }", "int f(void) { return 0; }", "c", {"-w"});
  EXPECT_NOT_SAME("int f(unsigned x) { return __builtin_clz(x) > 31; }", "int f(unsigned x) { return 0; }");
  EXPECT_SAME("int f(float x) { return (int)x * 2; }", "int f(float x) { return (int)x << 1; }");
}

TEST(OptimizerProof, LoopsMayRunForEver) {
  EXPECT_NOT_SAME("int f(int x) { while (x) {} return 1; }", "int f(int x) { return 1; }");
  EXPECT_NOT_SAME("int f(unsigned x) { for (unsigned i = 1; i != x; i += 2) {} return 1; }", "int f(unsigned x) { return 1; }");
  EXPECT_NOT_SAME("extern \"C\" int f(unsigned x) { for (unsigned i = 1; i != x; i += 2) {} return 1; }",
                  "extern \"C\" int f(unsigned x) { return 1; }", "cpp");
  EXPECT_NOT_SAME("unsigned g(unsigned x) { return x == 1 ? 0 : g(x % 2 ? 3 * x + 1 : x / 2); } int f(unsigned x) { g(x); return 1; }",
                  "int f(unsigned x) { return 1; }");
  EXPECT_SAME("int f(unsigned x) { for (unsigned i = 0; i < x; i++) {} return 1; }", "int f(unsigned x) { return 1; }");
}

TEST(OptimizerProof, PointersThatMayMeet) {
  EXPECT_NOT_SAME("int f(int* p, float* q) { *p = 1; *q = 2; return *p; }", "int f(int* p, float* q) { *p = 1; *q = 2; return 1; }");
  EXPECT_NOT_SAME("int f(int* restrict p, int* restrict q) { *p = 1; *q = 2; return *p; }",
                  "int f(int* restrict p, int* restrict q) { *p = 1; *q = 2; return 1; }");
  EXPECT_NOT_SAME("int f(int* p) { return (unsigned long)p % 4 == 0 && *p == 1; }", "int f(int* p) { return *p == 1; }");
}

TEST(OptimizerProof, WhatItLeavesAlone) {
  EXPECT_NOT_SAME("int f(int x) { __asm__(\"nop\"); return x; }", "int f(int x) { __asm__(\"nop\"); return x; }");
  EXPECT_NOT_SAME("int f(int x) { static void* t[] = {&&a, &&b}; goto *t[x & 1]; a: return 1; b: return 2; }",
                  "int f(int x) { static void* t[] = {&&a, &&b}; goto *t[x & 1]; a: return 2; b: return 2; }");
}

TEST(OptimizerProof, CallsThatReturnTwice) {
  EXPECT_NOT_SAME("#include <setjmp.h>\njmp_buf b; int f(int x) { if (setjmp(b)) return x * 2; return 0; }",
                  "#include <setjmp.h>\njmp_buf b; int f(int x) { if (setjmp(b)) return x << 1; return 0; }");
}

TEST(OptimizerProof, CallsWithAnotherType) {
  EXPECT_NOT_SAME("int g(); int f(int x) { return g(x) * 2; } int g(int a, int b) { return a; }",
                  "int g(); int f(int x) { return g(x) << 1; } int g(int a, int b) { return a; }", "c", {"-w", "-std=c99"});
}

TEST(OptimizerProof, Exceptions) {
  const auto text = [](const std::string& caught) {
    return "int g(int); extern \"C\" int f(int x) { try { return g(x); } catch (int e) { return " + caught + "; } }";
  };
  EXPECT_SAME(text("e * 2"), text("e + e"), "cpp");
  EXPECT_NOT_SAME(text("e"), text("e + 1"), "cpp");
}

// What no entry reaches is left out; what tables, aliases and block addresses lead to is not.
TEST(OptimizerProof, FunctionsThatOnlyDataMentions) {
  const auto throughTable = [](const std::string& sum, const std::string& step) {
    return "int unused(int x) { return x * " + step + "; } static int g(int x) { return x + " + step +
           "; } static int (*const table[])(int) = {g, g}; int f(int i) { return table[i & 1](i) * 2 + " + sum + "; }";
  };
  EXPECT_SAME(throughTable("i + i", "1"), throughTable("2 * i", "1"));
  EXPECT_NOT_SAME(throughTable("i + i", "1"), throughTable("i + i", "2"));
  const auto throughAlias = [](const std::string& step) {
    return "int g(int x) { return x + " + step + "; } int h(int) __attribute__((alias(\"g\"))); int f(int i) { return h(i); }";
  };
  EXPECT_NOT_SAME(throughAlias("1"), throughAlias("2"));
}

TEST(OptimizerProof, LargeFunctionsStayAsTheyAre) {
  const auto text = [](const std::string& last) {
    std::string cases;
    for (int i = 0; i < 4000; ++i) cases += "case " + std::to_string(i) + ": return " + std::to_string(i * 7 % 1001) + ";\n";
    return "int f(int n) { switch (n) {\n" + cases + "}\n return " + last + "; }";
  };
  const Pair pair(text("n"), text("n + 1"));
  const auto start = std::chrono::steady_clock::now();
  EXPECT_FALSE(pair.prove().same);
  EXPECT_LT(std::chrono::steady_clock::now() - start, std::chrono::seconds(10));
}

TEST(OptimizerProof, StaticConstructors) {
  const auto text = [](const std::string& start) {
    return "int g(); static int a = g() + " + start + "; extern \"C\" int f(int x) { return x * 2 + a; }";
  };
  EXPECT_SAME(text("1"), text("1"), "cpp");
  EXPECT_NOT_SAME(text("1"), text("2"), "cpp");
}

// --- floats, of which LLVM knows more than the machine does

TEST(OptimizerProof, ZerosAndNansOfTheMachine) {
  const std::string head = "double fmin(double, double); double sin(double); int printf(const char*, ...);\n";
  EXPECT_NOT_SAME(head + "double f(double a, double b) { return fmin(a, b); }",
                  head + "double f(double a, double b) { return fmin(b, a); }");
  EXPECT_NOT_SAME(head + "double f(double a, int b) { return fmin(a, b); }",
                  head + "double f(double a, int b) { int c = b; return fmin(a, c); }");
  EXPECT_SAME(head + "double f(double a, double b) { return fmin(a, b); }",
              head + "double f(double a, double b) { double c = b; return fmin(a, c); }");
  EXPECT_NOT_SAME(head + "void f(double a) { printf(\"%g\", a); }", head + "void f(double a) { double b = a; printf(\"%g\", b); }");
  EXPECT_SAME(head + "void f(int a) { printf(\"%g\", (double)a); }", head + "void f(int a) { double b = a; printf(\"%g\", b); }");
  EXPECT_NOT_SAME("double f(double a) { return __builtin_copysign(1.0, a); }",
                  "double f(double a) { double b = a; return __builtin_copysign(1.0, b); }");
  EXPECT_NOT_SAME("double f(double a) { return __builtin_elementwise_exp(a) + 0 * a; }", "double f(double a) { return 0 * a; }");
}

}  // namespace
}  // namespace cleave::optimizer
