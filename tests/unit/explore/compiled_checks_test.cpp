// Properties that are compiled in as points/ does it, taken through the front end and judged by the walk.
#include <gtest/gtest.h>

#include "change/change.h"
#include "explore/properties.h"
#include "frontend/frontend.h"
#include "points/points.h"
#include "support/process.h"
#include "support/temp_dir.h"

namespace cleave::explore {
namespace {

using points::Node;
using Fate = PropertyCheck::Fate;

class CompiledChecks : public testing::Test {
 protected:
  void compile(const std::string& text) {
    ASSERT_FALSE(writeFile(path("t.c"), text).has_value());
    ProcessRequest request;
    request.command = {"clang-19",   "-O0", "-g",        "-fwrapv", "-Xclang",   "-disable-O0-optnone", "-fno-discard-value-names",
                       "-emit-llvm", "-c",  path("t.c"), "-o",      path("t.bc")};
    const Expected<ProcessResult> done = runProcess(request);
    ASSERT_TRUE(done.hasValue() && done->code == 0);
    points_ = points::pointsOf(path("t.bc")).take();
  }
  std::string path(const std::string& name) const { return (directory_.path() / name).string(); }

  const probes::Point& point(const std::string& key) const {
    for (const probes::Point& each : points_)
      if (keyOf(each) == key) return each;
    throw std::runtime_error("no point " + key);
  }
  Node value(const std::string& key, const std::string& name, bool onEntry = false) const {
    const probes::Variable* found = point(key).find(name, onEntry);
    if (found == nullptr) throw std::runtime_error("no variable " + name);
    return Node::value(uint32_t(found - point(key).variables.data()));
  }
  void add(const std::string& key, Node::Op op, Node left, Node right) {
    checks_.push_back({point(key), Node::of(op, {std::move(left), std::move(right)}), uint32_t(checks_.size())});
  }

  std::vector<PropertyCheck> judge(uint32_t unwind = 0) {
    EXPECT_TRUE(points::insertChecks(path("t.bc"), checks_, path("checked.bc"), unwind)->empty());
    frontend::LoadOptions options;
    options.directory = directory_.path();
    frontend::Version version = frontend::load({{path("checked.bc")}, {}}, "after", options).take();
    const program::Program& program = version.program;
    const change::Changes changes = change::findChanges(program, program);
    expr::ExprPool pool;
    entry_ = makePlainEntry(program, program.findFunction("f"), program, program.findFunction("f"), pool);
    std::vector<uint32_t> numbers;
    for (const points::Check& each : checks_) numbers.push_back(each.number);
    return checkProperties({program, program, changes, entry_, pool}, Side::After, numbers, {}, {}, nullptr).checks;
  }
  int32_t first(const PropertyCheck& check) { return static_cast<int32_t>(check.input.value().at(entry_.space.cells.at(0).symbol.value)); }

  TempDir directory_ = TempDir::create("checks-test").take();
  std::vector<probes::Point> points_;
  std::vector<points::Check> checks_;
  Entry entry_;
};

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
