// Properties that are compiled in as points/ does it, taken through the front end and judged by the walk.
#include "compiled_checks.h"

namespace cleave::explore {
namespace {

using points::Node;
using test::CompiledChecks;
using Fate = PropertyCheck::Fate;

TEST_F(CompiledChecks, HoldOrAreBroken) {
  compile(
      "int g(int x) { return x < 0 ? -1 : x; }\nint f(int n) { int late; int r = g(n); if (n > 3) late = r; g(1); return n > 3 ? late : 0; "
      "}\n");
  add("g:exit:0", Node::Op::LessEqual, Node::constant(-1), value("g:exit:0", "return"));
  add("g:exit:0", Node::Op::Less, value("g:exit:0", "return"), Node::constant(1000000));
  add("g:exit:0", Node::Op::LessEqual, value("g:exit:0", "x", true), value("g:exit:0", "return"));
  add("f:call:1", Node::Op::Equal, value("f:call:1", "late"), value("f:call:1", "n"));  // absent where it was not written
  add("f:call:1", Node::Op::Less, Node::of(Node::Op::Add, {value("f:call:1", "n"), value("f:call:1", "r")}), Node::constant(4000000000));
  const std::vector<PropertyCheck> checks = judge();
  EXPECT_EQ(checks[0].fate, Fate::Holds) << checks[0].reason;
  ASSERT_EQ(checks[1].fate, Fate::Broken);
  EXPECT_GE(first(checks[1]), 1000000);
  EXPECT_EQ(checks[2].fate, Fate::Holds) << checks[2].reason;
  EXPECT_EQ(checks[3].fate, Fate::Holds) << checks[3].reason;
  ASSERT_EQ(checks[4].fate, Fate::Broken) << "sums do not wrap";
  EXPECT_GE(first(checks[4]), 2000000000);
}

TEST_F(CompiledChecks, UpToTheBound) {
  compile("int f(int n) {\n  int s = 0;\n  for (int i = 0; i < n; i++)\n    s += 2;\n  return s;\n}\n");
  add("f:loop:0", Node::Op::Equal, value("f:loop:0", "s"), Node::of(Node::Op::Multiply, {Node::constant(2), value("f:loop:0", "i")}));
  add("f:loop:0", Node::Op::Less, value("f:loop:0", "s"), Node::constant(10));
  add("f:exit:0", Node::Op::LessEqual, value("f:exit:0", "return"), Node::constant(10));
  const std::vector<PropertyCheck> checks = judge(5);
  EXPECT_EQ(checks[0].fate, Fate::HoldsToCut) << checks[0].reason;
  ASSERT_EQ(checks[1].fate, Fate::Broken);
  EXPECT_GE(first(checks[1]), 5);
  EXPECT_EQ(checks[2].fate, Fate::HoldsToCut) << checks[2].reason;
}

}  // namespace
}  // namespace cleave::explore
