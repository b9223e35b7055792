// Properties that are compiled into a C program as points/ does it, and that program through the front end, for tests of who judges them. The entry
// is its function f.
#pragma once

#include <gtest/gtest.h>

#include "change/change.h"
#include "explore/properties.h"
#include "frontend/frontend.h"
#include "points/points.h"
#include "support/process.h"
#include "support/temp_dir.h"

namespace cleave::explore::test {

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

  // What `look` finds of the task, and of the numbers of the properties.
  template <class Look>
  auto judgeBy(const Look& look, uint32_t unwind, points::LoopNumbers* cut = nullptr) {
    EXPECT_TRUE(points::insertChecks(path("t.bc"), checks_, path("checked.bc"), unwind, cut)->empty());
    frontend::LoadOptions options;
    options.directory = directory_.path();
    frontend::Version version = frontend::load({{path("checked.bc")}, {}}, "after", options).take();
    const program::Program& program = version.program;
    const change::Changes changes = change::findChanges(program, program);
    expr::ExprPool pool;
    entry_ = makePlainEntry(program, program.findFunction("f"), program, program.findFunction("f"), pool);
    std::vector<uint32_t> numbers;
    for (const points::Check& each : checks_) numbers.push_back(each.number);
    return look(Task{program, program, changes, entry_, pool}, numbers);
  }
  std::vector<PropertyCheck> judge(uint32_t unwind = 0) {
    return judgeBy([](const Task& task, const std::vector<uint32_t>& numbers) { return checkProperties(task, Side::After, numbers, {}, {}, nullptr).checks; },
                   unwind);
  }
  int32_t first(const PropertyCheck& check) { return static_cast<int32_t>(check.input.value().at(entry_.space.cells.at(0).symbol.value)); }

  TempDir directory_ = TempDir::create("checks-test").take();
  std::vector<probes::Point> points_;
  std::vector<points::Check> checks_;
  Entry entry_;
};

}  // namespace cleave::explore::test
