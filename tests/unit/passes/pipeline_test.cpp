// The passes must not use undefined behaviour to change what a program does. Each case here is one that LLVM's own passes get wrong for us.
#include "../load_text.h"

namespace cleave::passes {
namespace {

using program::Op;
using test::Loaded;

TEST(Pipeline, AnUninitialisedVariableStaysUndefined) {
  const Loaded loaded("int f(int c) { int x; if (c) x = 5; return x; }");
  EXPECT_DUMP(loaded, "f", "[undef, b0.entry], [5, b1.if.then]");
}

TEST(Pipeline, AnUninitialisedLoopConditionStaysUndefined) {
  const Loaded loaded("int f(int n) { _Bool b; int i = 0; while (b) { i++; if (i > n) b = 0; } return i; }");
  EXPECT_DUMP(loaded, "f", "undef");
}

// As -O0 code generation has it: what is kept in a variable is computed, what nobody takes is not.
TEST(Pipeline, ResultsThatAreKeptAreComputedAndOthersAreNot) {
  const Loaded loaded("void f(int x, int* p, volatile int* q) { (void)(1 / x + 2); (void)*p; (void)*q; int unused = 7 % x; }");
  EXPECT_EQ(loaded.count("f", Op::SDiv), 0u);
  EXPECT_EQ(loaded.count("f", Op::SRem), 1u);
  EXPECT_EQ(loaded.count("f", Op::Load), 1u) << loaded.dump("f");
}

TEST(Pipeline, DeadLoadsStay) {
  const Loaded loaded("int f(int* p) { int unused = p[3]; return 1; }");
  EXPECT_EQ(loaded.count("f", Op::Load), 1u) << loaded.dump("f");
}

TEST(Pipeline, AccessesOutsideALocalArrayStay) {
  const Loaded loaded("int f(void) { int a[2]; a[5] = 1; return a[5]; }");
  EXPECT_DUMP(loaded, "f", "store i32 1");
  EXPECT_DUMP(loaded, "f", ", 20");
}

TEST(Pipeline, AStoreToNullIsNotUnreachable) {
  const Loaded loaded("int f(int x) { if (x) *(int*)0 = 1; return 2; }");
  EXPECT_DUMP(loaded, "f", "store i32 1, null");
  EXPECT_EQ(loaded.count("f", Op::Unreachable), 0u);
}

TEST(Pipeline, NothingFollowsATrap) {
  const Loaded loaded("int f(int x) { if (x) __builtin_trap(); return 2; }");
  EXPECT_EQ(loaded.count("f", Op::Unreachable), 1u) << loaded.dump("f");
}

TEST(Pipeline, CountingZerosOfZeroIsAnUndefinedValue) {
  const Loaded loaded("int f(unsigned x) { return __builtin_clz(x) + __builtin_ctz(x); }");
  EXPECT_EQ(loaded.count("f", Op::Select), 2u) << loaded.dump("f");
  EXPECT_EQ(loaded.count("f", Op::Unreachable), 0u);
  EXPECT_EQ(loaded.count("f", Op::CtLz), 1u);
  EXPECT_EQ(loaded.count("f", Op::CtTz), 1u);
}

TEST(Pipeline, ReturnsAreMergedAndUnreachablesAreNot) {
  const Loaded loaded(
      "define i32 @f(i32 %x) {\n  switch i32 %x, label %a [ i32 1, label %b\n i32 2, label %c\n i32 3, label %d ]\n"
      "a:\n  ret i32 1\nb:\n  ret i32 2\nc:\n  unreachable\nd:\n  unreachable\n}\n",
      "t.ll");
  EXPECT_EQ(loaded.count("f", Op::Return), 1u);
  EXPECT_EQ(loaded.count("f", Op::Unreachable), 2u);
  EXPECT_DUMP(loaded, "f", "phi i32 [1, b1.a], [2, b2.b]");
}

TEST(Pipeline, LoopsAreCanonical) {
  const Loaded loaded(
      "int f(int n) { int s = 0, i = 0; while (i < n) { i++; if (i == 3) continue; if (i == 7) break; s += i; } return s + i; }");
  const program::Function& f = loaded.function("f");
  // One block jumps back, and what the loop computed is read through phis behind it.
  unsigned back = 0;
  for (const program::Edge& edge : f.edges) back += edge.to <= edge.from && f.blocks[edge.to].name == "while.cond" ? 1 : 0;
  EXPECT_DUMP(loaded, "f", "while.cond.backedge");
  unsigned intoHeader = 0;
  for (const program::Edge& edge : f.edges) intoHeader += f.blocks[edge.to].name == "while.cond" ? 1 : 0;
  EXPECT_EQ(intoHeader, 2u) << loaded.dump("f");
  EXPECT_LE(back, 1u);
}

TEST(Pipeline, ValuesLeaveALoopThroughPhis) {
  const Loaded loaded("int f(int n) { int i = 0; while (i < n) i++; return i * 2; }");
  EXPECT_DUMP(loaded, "f", "b3.while.end:\n  %4 = phi i32 [%1, b1.while.cond]");
}

TEST(Pipeline, BuiltinConstantPIsWhatUnoptimisedCodeSays) {
  const Loaded loaded("int f(void) { int x = 3; return __builtin_constant_p(x) ? 1 : 2; }");
  EXPECT_NO_DUMP(loaded, "f", "unsupported");
  EXPECT_NO_DUMP(loaded, "f", "return i32 1");
}

TEST(Pipeline, ComputedGotoIsASwitch) {
  const Loaded loaded(
      "int f(int x) { static void* t[] = {&&a, &&b}; goto *t[x & 1]; a: return 1; b: return 2; }\n"
      "int g(int x) { return x + 1; }");
  EXPECT_TRUE(loaded.function("f").unsupported.empty());
  EXPECT_EQ(loaded.count("f", program::Op::Switch), 1u);
  EXPECT_DUMP(loaded, "g", "add i32 %0, 1");
}

TEST(Pipeline, MathIntrinsicsAreCallsOfTheLibrary) {
  const Loaded loaded("double sin(double); float powf(float, float); double f(double x) { return sin(x) + powf(1.0f, 2.0f); }", "t.c",
                      {"-fno-math-errno"});
  EXPECT_DUMP(loaded, "f", "call double @sin(double %0)");
  EXPECT_DUMP(loaded, "f", "call float @powf(float 1f, float 2f)");
}

// fmin by name is what the code generator makes of it; only an operand that might be known to be no NaN, or not, leaves that open.
TEST(Pipeline, MinimaAreComparisonsWhereTheirOrderIsKnown) {
  const std::string head = "double fmin(double, double); double fmax(double, double);\n";
  for (const char* known :
       {"double f(double a, double b) { return fmin(a, b); }", "double f(double a) { return fmax(a, 0.0); }",
        "double f(double a) { return fmin(0.0, a); }", "double f(void) { return fmin(0.0, -0.0); }",
        "double f(double a, double b) { return fmin(a, a * b); }", "double f(double a) { return fmax(a, __builtin_nan(\"\")); }"}) {
    const Loaded loaded(head + known);
    EXPECT_EQ(loaded.count("f", Op::FMinNum) + loaded.count("f", Op::FMaxNum), 0u) << loaded.dump("f");
  }
  for (const char* open :
       {"double f(double a, int b) { return fmin(a, b); }", "double f(double a, double b) { return fmin(a, fmax(b, 1.0)); }"}) {
    const Loaded loaded(head + open);
    EXPECT_EQ(loaded.count("f", Op::FMinNum), 1u) << loaded.dump("f");
  }
}

}  // namespace
}  // namespace cleave::passes
