// Properties of loops that hold however many iterations there are, and those that only look like it.
#include "explore/induction.h"

#include <random>
#include <sstream>

#include <fmt/format.h>

#include "../points/compiled.h"
#include "compiled_checks.h"

namespace cleave::explore {
namespace {

using points::Node;
using Op = Node::Op;

class Inductive : public test::CompiledChecks {
 protected:
  Node loop(const std::string& name) const { return value("f:loop:0", name); }
  Node atExit(const std::string& name) const { return value("f:exit:0", name); }
  void addLoop(Op op, Node left, Node right) { add("f:loop:0", op, std::move(left), std::move(right)); }
  void addExit(Op op, Node left, Node right) { add("f:exit:0", op, std::move(left), std::move(right)); }

  // The numbers of those that are proved: "0 2".
  std::string prove(bool undefinedCounts = false) {
    points::LoopNumbers numbers;
    const Induction found = judgeBy(
        [&](const Task& task, const std::vector<uint32_t>& all) { return proveByInduction(task, Side::After, all, undefinedCounts, {}, nullptr); }, 5, &numbers);
    reason_ = found.reason;
    std::string text;
    for (const uint32_t each : found.proved) text += (text.empty() ? "" : " ") + std::to_string(each);
    return text;
  }

  // By number, '1': some run of f, on all pairs of 8 bits, breaks it natively.
  std::string brokenNatively() {
    EXPECT_TRUE(points::insertChecks(path("t.bc"), checks_, path("native.bc"))->empty());
    std::string text = "#include <stdio.h>\nint cleave_vm_readable(void* p, long n) { return p != 0; }\nint f(signed char, signed char);\nint main(void) {"
                       " for (int m = -128; m < 128; m++) for (int n = -128; n < 128; n++) f(m, n);\n";
    for (size_t k = 0; k < checks_.size(); ++k) text += fmt::format("extern unsigned char cleave_property_{0}; putchar('0' + cleave_property_{0});\n", k);
    EXPECT_FALSE(writeFile(path("main.c"), text + "return 0; }\n").has_value());
    EXPECT_EQ(points::test::runOrThrow({"clang-19", "-O1", "-fwrapv", "-Wno-everything", "-x", "ir", path("native.bc"), "-x", "c", path("main.c"), "-o", path("native")}), "");
    return points::test::runOrThrow({path("native")});
  }
  std::string reason_;
};

Node number(int64_t n) { return Node::constant(n); }

TEST_F(Inductive, AreProvedForAnyNumberOfIterations) {
  compile("int f(int n) { int i = 0, odd = 1; while (i < n) { i++; odd += 2; } return i; }");
  addLoop(Op::LessEqual, number(0), loop("i"));
  addLoop(Op::LessEqual, loop("i"), number(1000));
  addExit(Op::LessEqual, number(0), atExit("return"));
  addExit(Op::LessEqual, value("f:exit:0", "n", true), atExit("return"));
  Node even = Node::of(Op::Remainder, {loop("odd")});
  even.number = 2;
  addLoop(Op::Equal, even, number(1));
  EXPECT_EQ(prove(), "0 2 3 4") << reason_;
}

TEST_F(Inductive, ThatHoldForTheFirstIterationsOnlyAreNot) {
  compile("int f(int n) { int i = 0, late = 0; while (i < n) { if (i == 70) late = 1; i++; } return late; }");
  addLoop(Op::Equal, loop("late"), number(0));
  addExit(Op::Equal, atExit("return"), number(0));
  addExit(Op::LessEqual, atExit("return"), number(1));
  addLoop(Op::LessEqual, loop("late"), number(1));
  EXPECT_EQ(prove(), "2 3") << reason_;
}

TEST_F(Inductive, NeedOthersThatHold) {
  compile("int f(int n) { int i = 0, sum = 0, last = 0; while (i < n) { sum += i; last = i; i++; if (sum > 1000) sum = 0; } return sum; }");
  addLoop(Op::LessEqual, number(0), loop("sum"));   // since i is not negative
  addLoop(Op::LessEqual, number(0), loop("i"));
  addLoop(Op::LessEqual, loop("i"), number(5));     // false
  addLoop(Op::LessEqual, loop("last"), number(5));  // holds only if the one before does
  EXPECT_EQ(prove(), "1") << reason_;  // sum: 1000 + INT_MAX wraps
}

TEST_F(Inductive, NeedOthersThatHoldAndHaveThem) {
  compile("int f(int n) { int i = 0, k = 0; while (i < n && i < 1000) { k = i; i++; } return k; }");
  addLoop(Op::LessEqual, number(0), loop("k"));
  addLoop(Op::LessEqual, number(0), loop("i"));
  addLoop(Op::LessEqual, loop("i"), number(1000));
  addLoop(Op::Less, loop("k"), number(1000));
  EXPECT_EQ(prove(), "0 1 2 3") << reason_;
}

TEST_F(Inductive, OverflowIsSeen) {
  compile("int f(int n) { unsigned i = 0; signed char small = 0; while (i != (unsigned)n) { i++; small++; } return small; }");
  addLoop(Op::LessEqual, number(0), loop("small"));  // for 127 iterations
  addExit(Op::LessEqual, number(0), atExit("return"));
  addLoop(Op::LessEqual, number(-128), loop("small"));
  EXPECT_EQ(prove(), "2") << reason_;
}

TEST_F(Inductive, MemoryThatIterationsWriteIsNotWhatItWas) {
  compile("int count; int other = 7; int f(int n) { count = 0; for (int i = 0; i < n; i++) count += 2; return count + other * 0; }");
  addExit(Op::LessEqual, atExit("return"), number(10));
  addLoop(Op::LessEqual, loop("count"), number(8));
  addLoop(Op::Equal, loop("other"), number(7));  // not written
  Node even = Node::of(Op::Remainder, {loop("count")});
  even.number = 2;
  addLoop(Op::Equal, even, number(0));
  EXPECT_EQ(prove(), "2 3") << reason_;
}

TEST_F(Inductive, MemoryThatIsWrittenThroughAnAliasIsNotWhatItWas) {
  compile("int total; int f(int n) { int* p = &total; total = 0; for (int i = 0; i < n; i++) { *p += 1; } return total; }");
  addExit(Op::LessEqual, atExit("return"), number(4));
  addLoop(Op::LessEqual, loop("total"), number(4));
  addLoop(Op::LessEqual, number(0), loop("i"));
  EXPECT_EQ(prove(), "2") << reason_;
}

TEST_F(Inductive, ALocalThatIsWrittenThroughAPointerIsNotWhatItWas) {
  compile("void step(int* p) { if (*p < 100) ++*p; }\nint f(int n) { int k = 0; for (int i = 0; i < n; i++) step(&k); return k; }");
  addExit(Op::LessEqual, atExit("return"), number(4));
  addLoop(Op::LessEqual, loop("k"), number(100));
  addLoop(Op::LessEqual, loop("k"), number(99));
  addExit(Op::LessEqual, atExit("return"), number(100));
  EXPECT_EQ(prove(), "1 3") << reason_;
}

TEST_F(Inductive, APointerIntoAnotherObjectIsNotUnderstood) {
  compile("int a, b; int f(int n) { a = b = 0; int* p = &a; for (int i = 0; i < n; i++) { *p = i; p = &b; } return b; }");
  addLoop(Op::Equal, loop("b"), number(0));
  addExit(Op::Equal, atExit("return"), number(0));
  EXPECT_EQ(prove(), "") << reason_;
}

TEST_F(Inductive, APointerThatWalksOverAnArrayIs) {
  compile("int f(int n) { char text[8] = \"abcdefg\"; int c = 0; text[n & 7] = 0; for (char* p = text; *p; p++) c = 1; return c; }");
  addExit(Op::LessEqual, atExit("return"), number(1));
  addLoop(Op::LessEqual, number(0), loop("c"));
  addExit(Op::Equal, atExit("return"), number(1));  // not of the empty text
  addLoop(Op::LessEqual, loop("c"), number(1));
  EXPECT_EQ(prove(), "0 1 3") << reason_;
}

TEST_F(Inductive, MemoryThatIsMadeOrGivenBackIsNotUnderstood) {
  compile("void* malloc(unsigned long); void free(void*);"
          "int f(int n) { int* p = malloc(4); if (!p) return 0; *p = 1; for (int i = 0; i < n; i++) { free(p); p = malloc(4); if (!p) return 0; *p = 1; }"
          " int r = *p; free(p); return r; }");
  addExit(Op::LessEqual, atExit("return"), number(1));
  EXPECT_EQ(prove(), "") << reason_;
}

TEST_F(Inductive, InNestedLoops) {
  compile("int f(int n, int m) { int k = 0, most = 0; for (int i = 0; i < n; i++) { k = 0; for (int j = 0; j < m; j++) if (k < 50) k++; if (k > most) most = k; } return most; }");
  addLoop(Op::LessEqual, loop("most"), number(50));
  addLoop(Op::LessEqual, loop("most"), number(5));
  add("f:loop:1", Op::LessEqual, value("f:loop:1", "k"), number(50));
  add("f:loop:1", Op::LessEqual, value("f:loop:1", "k"), number(5));
  add("f:loop:1", Op::LessEqual, number(0), value("f:loop:1", "j"));
  addExit(Op::LessEqual, atExit("return"), number(50));
  addLoop(Op::LessEqual, loop("k"), number(50));
  EXPECT_EQ(prove(), "0 2 4 5 6") << reason_;
}

TEST_F(Inductive, WithBreakAndContinue) {
  compile("int f(int n) { int r = 0; for (int i = 0; i < n; i++) { if (i % 3 == 0) continue; if (i == 2000) { r = 7; break; } if (i == 3001) { r = 8; continue; } } return r; }");
  addExit(Op::LessEqual, atExit("return"), number(8));
  addExit(Op::Equal, atExit("return"), number(0));
  addLoop(Op::Equal, loop("r"), number(0));  // r = 8 is there: 3001 % 3 is 1
  addLoop(Op::NotEqual, loop("r"), number(7));
  EXPECT_EQ(prove(), "3") << reason_;
}

TEST_F(Inductive, RecursionIsCutAndProvesNothing) {
  compile("int depth(int n) { return n <= 0 ? 0 : 1 + depth(n - 1); }\nint f(int n) { int r = 0; for (int i = 0; i < n; i++) r = depth(i); return r; }");
  addExit(Op::LessEqual, number(0), atExit("return"));
  addLoop(Op::LessEqual, number(0), loop("r"));
  EXPECT_EQ(prove(), "");
  EXPECT_EQ(reason_, "a bound was come to");
}

TEST_F(Inductive, WhatAVariableHeldInTheIterationBeforeIsNotForgotten) {
  compile("int f(int n) { int r = 0; for (int i = 0; i < n; i++) { int kept; if (i == 0) kept = 9; if (i == 90) r = kept; } return r; }");
  addExit(Op::Equal, atExit("return"), number(0));
  addLoop(Op::Equal, loop("r"), number(0));
  EXPECT_EQ(prove(), "") << reason_;
}

TEST_F(Inductive, ALoopThatIsCalledTwiceBeginsAnewEachTime) {
  compile("int g(int n) { int k = 3; for (int i = 0; i < n; i++) k = i & 1; return k; }\nint f(int n) { return g(n) + g(n + 1); }");
  addExit(Op::LessEqual, atExit("return"), number(6));
  addExit(Op::LessEqual, atExit("return"), number(5));
  add("g:loop:0", Op::LessEqual, value("g:loop:0", "k"), number(3));
  add("g:loop:0", Op::LessEqual, number(0), value("g:loop:0", "k"));
  EXPECT_EQ(prove(), "0 2 3") << reason_;
}

TEST_F(Inductive, AnArrayOfWhichTooMuchIsWrittenIsUnknown) {
  compile("int a[100]; int f(int n) { int k = 0; for (int i = 0; i < n && i < 100; i++) { a[i] = i; k = 1; } return k + (a[3] > 50 ? 1 : 0); }");
  addExit(Op::LessEqual, atExit("return"), number(1));
  addLoop(Op::LessEqual, loop("k"), number(1));
  EXPECT_EQ(prove(), "") << reason_;
}

TEST_F(Inductive, AnArrayThatIsWrittenOnlyIsNoMatter) {
  compile("char out[100]; int f(int n) { int k = 0; for (int i = 0; i < n && k < 99; i++) out[k++] = 'x'; return k; }");
  addExit(Op::LessEqual, atExit("return"), number(99));
  addLoop(Op::LessEqual, number(0), loop("k"));
  addLoop(Op::LessEqual, loop("k"), number(99));
  EXPECT_EQ(prove(), "0 1 2") << reason_;
}

TEST_F(Inductive, TrapsBreakNothingUnlessTheyCount) {
  compile("int a[4]; int f(int n) { int i = 0; while (i < n) { a[i] = 1; i++; } return i; }");
  addLoop(Op::LessEqual, loop("i"), number(4));
  EXPECT_EQ(prove(), "0") << reason_;
  EXPECT_EQ(prove(true), "0") << reason_;
}

// Random loops, with candidates at their heads and exits, most of which are false: each that is proved must hold in native runs of all inputs of 8 bits.
// --gtest_random_seed=N begins with others.
class RandomLoops {
 public:
  explicit RandomLoops(unsigned seed) : random_(seed) {}

  std::string program() {
    std::string body = statements(1 + pick(3)), after;
    std::string text = "int g0, g1; int a[4]; int* p;\nstatic void add(int* where, int what) { if (*where < 90) *where += what; }\n";
    text += "int f(signed char m, signed char n) {\n  int x = " + number() + ", y = " + number() + ", z = 0, i = 0, guard = 0;\n";
    text += "  g0 = g1 = a[0] = a[1] = a[2] = a[3] = 0; p = &g0;\n  int* q = " + choose({"&g0", "&g1", "&y", "a", "&a[1]"}) + ";\n";
    text += "  " + choose({"while (i < n)", "for (; i < n; )", "while (i < n && x < 60)", "for (; i != (n & 63); )"}) + " {\n    if (++guard > 300) break;\n" + body;
    if (pick(3) == 0) text += "    for (int j = 0; j < " + choose({"m", "3", "x"}) + " && j < 40; j++) {\n" + statements(1) + "    }\n";
    return text + "    i++;\n  }\n  return " + expression() + ";\n}\n";
  }
  int64_t bound() { return std::stoi(number()); }
  size_t pick(size_t count) { return random_() % count; }

 private:
  std::string choose(std::vector<std::string> of) { return of[pick(of.size())]; }
  std::string number() { return choose({"0", "1", "2", "-1", "3", "7", "40", "100"}); }
  std::string variable() { return choose({"x", "y", "z", "g0", "g1", "a[1]", "a[2]"}); }
  std::string expression() {
    return choose({variable(), number(), variable() + " + " + number(), variable() + " & " + number(), "i", "n", "m", "*q", "a[i & 3]", variable() + " % 5"});
  }
  std::string statements(size_t count) {
    std::string text;
    for (size_t k = 0; k < count; ++k) text += "      " + statement() + "\n";
    return text;
  }
  std::string statement() {
    switch (pick(9)) {
      case 0:
        return "if (" + variable() + " < " + number() + ") " + variable() + " = " + expression() + ";";
      case 1:
        return "if (i == " + choose({"2", "9", "50"}) + ") " + variable() + " = " + expression() + ";";
      case 2:
        return "*q = " + expression() + ";";
      case 3:
        return "a[i & 3] = " + expression() + ";";
      case 4:
        return "add(" + choose({"&x", "&g1", "q", "p", "&a[2]"}) + ", " + number() + ");";
      case 5:
        return "if (" + variable() + " == " + number() + ") { i++; continue; }";
      case 6:
        return "if (" + variable() + " > " + number() + ") break;";
      case 7:
        return "if (i > " + choose({"1", "30"}) + ") q = " + choose({"&g0", "a", "q", "&a[3]"}) + ";";
      default:
        return variable() + " = " + expression() + ";";
    }
  }
  std::mt19937 random_;
};

TEST_F(Inductive, NothingThatIsProvedIsFalse) {
  size_t proved = 0, asked = 0;
  std::string reasons;
  const auto first = static_cast<unsigned>(testing::UnitTest::GetInstance()->random_seed()) * 1000;
  for (unsigned seed = first; seed < first + 6; ++seed) {
    RandomLoops random(seed);
    const std::string text = random.program();
    compile(text);
    checks_.clear();
    for (const probes::Point& at : points_)
      for (uint32_t k = 0; k < at.variables.size() && at.function == "f" && at.kind != probes::PointKind::Entry; ++k) {
        if (at.variables[k].type.kind != probes::ValueKind::Signed || at.variables[k].onEntry) continue;
        for (const Op op : {Op::LessEqual, Op::NotEqual}) add(keyOf(at), op, Node::value(k), number(random.bound()));
        add(keyOf(at), Op::LessEqual, number(random.bound()), Node::value(k));
      }
    const std::string found = prove(seed % 2 == 0);
    reasons += found.empty() ? "\n" + std::to_string(seed) + ": " + reason_ : "";
    const std::string broken = brokenNatively();
    std::istringstream numbers(found);
    for (size_t number = 0; numbers >> number; ++proved)
      EXPECT_EQ(broken.at(number), '0') << "seed " << seed << ": " << describe(checks_[number].point) << " number " << number << "\n" << text;
    asked += checks_.size();
  }
  EXPECT_GT(proved, 20u) << "of " << asked << reasons;
}

}  // namespace
}  // namespace cleave::explore
