#include <regex>

#include "../load_text.h"

namespace cleave::passes {
namespace {

using program::Op;
using test::Loaded;

// The code without the names of blocks, and the file and line of each instruction.
std::string codeOf(const Loaded& loaded, const std::string& name) {
  const std::string dump = std::regex_replace(loaded.dump(name), std::regex(" *;[^\n]*"), "");
  return std::regex_replace(dump, std::regex("\\bb([0-9]+)\\.[A-Za-z0-9_.]+"), "b$1");
}

// Two ways to write one function are the same code.
void expectSame(const std::string& first, const std::string& second) {
  const Loaded a(first), b(second);
  EXPECT_EQ(codeOf(a, "f"), codeOf(b, "f")) << first << "\n" << second;
}
void expectOther(const std::string& first, const std::string& second) {
  const Loaded a(first), b(second);
  EXPECT_NE(codeOf(a, "f"), codeOf(b, "f")) << first << "\n" << second;
}

std::string ifOf(const std::string& types, const std::string& condition) {
  return "int g(int);\nint f(" + types + ") { if (" + condition + ") return g(1); else return g(2); }\n";
}

TEST(BranchDirection, ANegatedComparisonIsItsOpposite) {
  for (const char* types : {"int a, int b", "unsigned a, unsigned b"}) {
    expectSame(ifOf(types, "!(a < b)"), ifOf(types, "a >= b"));
    expectSame(ifOf(types, "!(a > b)"), ifOf(types, "a <= b"));
    expectSame(ifOf(types, "!(a == b)"), ifOf(types, "a != b"));
    expectSame(ifOf(types, "!(!(a <= b))"), ifOf(types, "a <= b"));
  }
}

TEST(BranchDirection, DeMorganOnShortCircuits) {
  expectSame(ifOf("int a, int b, int c", "!(a < b || b < c)"), ifOf("int a, int b, int c", "a >= b && b >= c"));
  expectSame(ifOf("int a, int b, int c", "!(a < b && b != c)"), ifOf("int a, int b, int c", "a >= b || b == c"));
}

TEST(BranchDirection, OtherConditionsStayOther) {
  expectOther(ifOf("int a, int b", "a >= b"), ifOf("int a, int b", "a > b"));
  expectOther(ifOf("int a, int b", "a >= b"), ifOf("int a, int b", "a < b"));
  expectOther(ifOf("int a, int b", "a < b"), ifOf("unsigned a, unsigned b", "a < b"));
}

// With a NaN neither a < b nor a >= b holds.
TEST(BranchDirection, FloatsAreTurnedExactly) {
  expectOther(ifOf("double a, double b", "!(a < b)"), ifOf("double a, double b", "a >= b"));
  expectSame(ifOf("double a, double b", "!(a == b)"), ifOf("double a, double b", "a != b"));
  expectOther(ifOf("double a, double b", "a == b"), ifOf("double a, double b", "a != b"));
}

TEST(BranchDirection, AComparisonThatOthersReadStays) {
  const Loaded loaded(
      "define i32 @f(i32 %a) {\n  %c = icmp sge i32 %a, 5\n  br i1 %c, label %x, label %y\n"
      "x:\n  %z = zext i1 %c to i32\n  ret i32 %z\ny:\n  ret i32 2\n}\n",
      "t.ll");
  EXPECT_DUMP(loaded, "f", "icmp sge i32");
}

TEST(BranchDirection, NegationsOfOtherConditionsGoAway) {
  const Loaded loaded(
      "define i32 @f(i1 %c) {\n  %n = xor i1 %c, true\n  %m = xor i1 %n, true\n  %o = xor i1 %m, true\n  br i1 %o, label %x, label %y\n"
      "x:\n  ret i32 1\ny:\n  ret i32 2\n}\n",
      "t.ll");
  EXPECT_EQ(loaded.count("f", Op::Xor), 0u) << loaded.dump("f");
  EXPECT_DUMP(loaded, "f", "branch %0 ? b2.y : b1.x");
}

TEST(BranchDirection, OneComparisonOfTwoBranchesIsTurnedOnce) {
  const Loaded loaded(
      "define i32 @f(i32 %a) {\n  %c = icmp ne i32 %a, 5\n  br i1 %c, label %x, label %y\n"
      "x:\n  br i1 %c, label %z, label %y\ny:\n  ret i32 2\nz:\n  ret i32 3\n}\n",
      "t.ll");
  EXPECT_DUMP(loaded, "f", "icmp eq i32");
  EXPECT_DUMP(loaded, "f", "? b2.y : b1.x");
  EXPECT_DUMP(loaded, "f", "? b2.y : b3.z");
}

}  // namespace
}  // namespace cleave::passes
