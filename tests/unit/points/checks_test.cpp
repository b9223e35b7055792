// Checks in compiled code: which marks become 1.
#include <fmt/format.h>

#include "compiled.h"

namespace cleave::points {
namespace {

using Op = Node::Op;
using test::Compiled;

class Checked {
 public:
  Checked(const std::string& text, std::string function, const std::string& name = "t.c")
      : compiled_(text, name), function_(std::move(function)) {}

  uint32_t variable(const std::string& key, const std::string& name, bool onEntry = false) const {
    const probes::Point point = compiled_.point(function_, key);
    const probes::Variable* found = point.find(name, onEntry);
    if (found == nullptr) throw std::runtime_error("no " + name + " in " + describe(point));
    return uint32_t(found - point.variables.data());
  }
  Node value(const std::string& key, const std::string& name, bool onEntry = false) const {
    return Node::value(variable(key, name, onEntry));
  }

  void add(const std::string& key, Node property) {
    checks_.push_back({compiled_.point(function_, key), std::move(property), uint32_t(checks_.size())});
  }

  // The violated ones as digits, in order: "010". The text of the program has a main, at whose end they are printed.
  std::string run(const std::string& level = "-O0") {
    const std::string output = compiled_.path("checked.bc"), printer = compiled_.path("printer.c"), program = compiled_.path("program");
    const Expected<std::vector<Unplaced>> unplaced = insertChecks(compiled_.bitcode(), checks_, output, unwind_);
    if (!unplaced) throw std::runtime_error(unplaced.error().message);
    unplaced_ = *unplaced;
    std::string text = std::string("#include <stdio.h>\n") + test::kLooks + "void show(void) {\n";
    for (size_t i = 0; i < checks_.size(); ++i)
      text += fmt::format(
          "extern unsigned char cleave_property_{0} __attribute__((weak)); putchar(&cleave_property_{0} ? '0' + cleave_property_{0} : "
          "'-');\n",
          i);
    text += "fflush(stdout); }\n__attribute__((destructor)) static void atEnd(void) { show(); }\n";
    if (unwind_ > 0) text += "void _exit(int status) { show(); putchar('c'); fflush(stdout); __builtin_trap(); }\n";
    EXPECT_FALSE(writeFile(printer, text).has_value());
    test::runOrThrow({"clang++-19", level, "-Wno-everything", "-x", "ir", output, "-x", "c", printer, "-o", program});
    return test::runOrThrow({program});
  }
  void unwind(uint32_t most) { unwind_ = most; }
  const std::vector<Unplaced>& unplaced() const { return unplaced_; }

 private:
  Compiled compiled_;
  std::string function_;
  std::vector<Check> checks_;
  std::vector<Unplaced> unplaced_;
  uint32_t unwind_ = 0;
};

Node compare(Op op, Node left, Node right) { return Node::of(op, {std::move(left), std::move(right)}); }
Node number(I128 n) { return Node::constant(n); }

TEST(Checks, Integers) {
  Checked c(R"(
int f(int n, unsigned u) { return n / 2; }
int main(void) { for (int i = -4; i < 10; i += 2) f(i, 4000000000u); return 0; }
)",
            "f");
  const Node n = c.value("entry", "n"), u = c.value("entry", "u");
  c.add("entry", compare(Op::Less, n, number(9)));
  c.add("entry", compare(Op::Less, n, number(8)));
  c.add("entry", compare(Op::Equal, u, number(4000000000)));
  c.add("entry", compare(Op::Less, n, u));                                            // -4 is not a large number
  c.add("entry", compare(Op::Equal, Node::of(Op::Add, {u, u}), number(8000000000)));  // and sums do not wrap
  Node even = Node::of(Op::Remainder, {n});
  even.number = 2;
  c.add("entry", compare(Op::Equal, even, number(0)));
  Node fourth = even;
  fourth.number = 4;
  c.add("entry", compare(Op::Equal, fourth, number(2)));
  c.add("exit:0", compare(Op::Equal, Node::of(Op::Multiply, {number(2), c.value("exit:0", "return")}), c.value("exit:0", "n", true)));
  c.add("exit:0", compare(Op::Equal, c.value("exit:0", "return"), c.value("exit:0", "n", true)));
  Node low = Node::of(Op::LowBits, {u});
  low.width = 14;  // 0xee6b2800
  low.isSigned = true;
  c.add("entry", compare(Op::Equal, low, number(0x2800 - 0x4000)));
  EXPECT_EQ(c.run(), "0100001010");
  EXPECT_EQ(c.run("-O2"), "0100001010");
}

TEST(Checks, WideSums) {
  Checked c("long f(long n) { return n; }\nint main(void) { return f(0x7fffffffffffffff) == 0; }\n", "f");
  const Node n = c.value("entry", "n");
  c.add("entry", compare(Op::Less, n, Node::of(Op::Add, {n, number(1)})));
  c.add("entry", compare(Op::Equal, Node::of(Op::Multiply, {n, n}), number(I128{0x7fffffffffffffff} * 0x7fffffffffffffff)));
  c.add("entry", compare(Op::Equal, Node::of(Op::Multiply, {n, n}), number(1)));
  EXPECT_EQ(c.run(), "001");
}

TEST(Checks, TheValueOnEntryIsThatOfThisCall) {
  Checked c(R"(
int f(int n) { int k = n; n = 100; if (k > 0) f(k - 1); return k; }
int main(void) { f(3); return 0; }
)",
            "f");
  c.add("exit:0", compare(Op::Equal, c.value("exit:0", "return"), c.value("exit:0", "n", true)));
  c.add("exit:0", compare(Op::Equal, c.value("exit:0", "n"), number(100)));
  c.add("exit:0", compare(Op::Less, c.value("exit:0", "n", true), number(3)));
  EXPECT_EQ(c.run(), "001");
}

TEST(Checks, WhatIsAbsentHolds) {
  Checked c(R"(
#include <stddef.h>
struct S { int count; unsigned flag : 3; signed neg : 5; };
int f(struct S* p, const char* s) { return p ? p->count : -1; }
int main(void) { struct S s = {5, 6, -3}; f(NULL, NULL); f(&s, "abc"); f(&s, "?"); return 0; }
)",
            "f");
  c.add("entry", compare(Op::Equal, c.value("entry", "p->count"), number(5)));
  c.add("entry", compare(Op::Equal, c.value("entry", "p->count"), number(6)));
  c.add("entry", compare(Op::Equal, c.value("entry", "p->flag"), number(6)));
  c.add("entry", compare(Op::Equal, c.value("entry", "p->neg"), number(-3)));
  c.add("entry", compare(Op::Equal, c.value("entry", "strlen(s)"), number(3)));
  c.add("entry", compare(Op::Equal, c.value("entry", "strlen(s)"), number(0)));
  c.add("entry", Node::of(Op::Not, {Node::isNull(c.variable("entry", "p"))}));
  c.add("exit:0",
        Node::of(Op::Or, {compare(Op::NotEqual, c.value("exit:0", "return"), number(-1)), Node::isNull(c.variable("exit:0", "p"))}));
  EXPECT_EQ(c.run(), "01000110");
}

TEST(Checks, MaybeUninitialised) {
  Checked c(R"(
int g(int x) { return x; }
int f(int n) {
  int maybe;
  if (n > 2) maybe = n;
  g(n);
  return n > 2 ? maybe : 0;
}
int main(void) { for (int i = 0; i < 5; ++i) f(i); return 0; }
)",
            "f");
  c.add("call:0", compare(Op::Equal, c.value("call:0", "maybe"), c.value("call:0", "n")));
  c.add("call:0", compare(Op::Less, c.value("call:0", "maybe"), number(4)));
  EXPECT_EQ(c.run(), "01");
  EXPECT_EQ(c.run("-O2"), "01");
}

TEST(Checks, RecursionIsBounded) {
  const std::string text = R"(
int even(int n);
int odd(int n) { return n == 0 ? 0 : even(n - 1); }
int even(int n) { return n == 0 ? 1 : odd(n - 1); }
int f(int n) { return n == 0 ? 0 : 1 + f(n - 1); }
int main(void) { f(DEPTH), f(DEPTH), even(DEEP), even(DEEP); return 0; }
)";
  const auto run = [&](const std::string& depth, const std::string& deep) {
    Checked c("#define DEPTH " + depth + "\n#define DEEP " + deep + text, "f");
    c.add("exit:0", compare(Op::Less, c.value("exit:0", "n", true), number(3)));
    c.unwind(9);
    return c.run();
  };
  EXPECT_EQ(run("2", "1"), "0") << "calls that have returned do not count";
  EXPECT_EQ(run("9", "19"), "1");
  EXPECT_THROW(run("10", "1"), std::runtime_error) << "the run was ended";
  EXPECT_THROW(run("1", "20"), std::runtime_error) << "by way of another function, too";
}

TEST(Checks, Sequences) {
  Checked c(R"(
void sort(int* a, int n) {
  for (int i = 1; i < n; ++i)
    for (int j = i; j > 0 && a[j - 1] > a[j]; --j) { int t = a[j]; a[j] = a[j - 1]; a[j - 1] = t; }
}
int main(void) { int a[20]; for (int i = 0; i < 20; ++i) a[i] = i * 7 % 20; sort(a, 20); sort(0, 1); sort(a, 0); sort(a, -1); return 0; }
)",
            "sort");
  const auto sorted = [&](const std::string& key) {
    const uint32_t a = c.variable(key, "a[0..n)");
    return Node::forAll(a, compare(Op::LessEqual, Node::element(a), Node::element(a, 1)));
  };
  const uint32_t a = c.variable("exit:0", "a[0..n)");
  c.add("entry", sorted("entry"));
  c.add("exit:0", sorted("exit:0"));
  c.add("exit:0", Node::forAll(a, compare(Op::Less, Node::element(a), number(20))));
  c.add("exit:0", Node::forAll(a, compare(Op::Less, Node::element(a), number(19))));  // behind what probes record
  c.add("exit:0", compare(Op::Equal, Node::length(a), number(20)));
  EXPECT_EQ(c.run("-O1"), "10011");
}

TEST(Checks, Floats) {
  Checked c(R"(
double f(float x, double y) { return x * y; }
int main(void) { f(1.5f, 2.0); f(0.0f / 0.0f, 1.0); return 0; }
)",
            "f");
  const Node x = c.value("entry", "x");
  c.add("entry", compare(Op::Equal, x, Node::constantFloat(1.5)));
  c.add("entry", compare(Op::NotEqual, x, Node::constantFloat(7)));
  c.add("entry", compare(Op::LessEqual, x, c.value("entry", "y")));
  EXPECT_EQ(c.run(), "101");
}

TEST(Checks, WhatCannotBePlacedIsSaid) {
  Checked c("int f(int n) { return n; }\nint main(void) { return f(0); }\n", "f");
  c.add("entry", compare(Op::Equal, c.value("entry", "n"), Node::constantFloat(0)));
  c.add("entry", compare(Op::Equal, Node::value(77), number(0)));
  c.add("entry", compare(Op::Equal, c.value("entry", "n"), number(1)));
  c.add("entry", c.value("entry", "n"));
  EXPECT_EQ(c.run(), "--1-");
  ASSERT_EQ(c.unplaced().size(), 3u);
  EXPECT_EQ(c.unplaced()[0].reason, "a float is compared with an integer");
}

TEST(Checks, AnotherVersionsPoint) {
  const Compiled before("int f(int n) { return n; }\nint main(void) { return f(3) - 3; }\n");
  const Compiled after("#define X\n\n\nint f(int m, int n) { return n; }\nint main(void) { return f(3, 4) - 4; }\n");
  const probes::Point point = before.point("f", "entry");
  const uint32_t n = uint32_t(point.find("n") - point.variables.data());
  const Expected<std::vector<Unplaced>> placed =
      insertChecks(after.bitcode(), {{point, compare(Op::Equal, Node::value(n), number(3)), 0}}, after.path("checked.bc"));
  ASSERT_TRUE(placed.hasValue());
  EXPECT_TRUE(placed->empty()) << placed->front().reason;
  probes::Point gone = point;
  gone.function = "h";
  EXPECT_EQ(insertChecks(after.bitcode(), {{gone, compare(Op::Equal, Node::value(n), number(3)), 0}}, after.path("x.bc"))->size(), 1u);
}

}  // namespace
}  // namespace cleave::points
