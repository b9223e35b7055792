#include "driver/trace_steps.h"

#include <gtest/gtest.h>

#include "points/steps.h"

namespace cleave::driver {
namespace {

using probes::Point;
using probes::PointKind;
using probes::Role;
using probes::ValueKind;

probes::Variable variable(const std::string& name, Role role = Role::Local, ValueKind kind = ValueKind::Signed) {
  probes::Variable result;
  result.name = name;
  result.type.kind = kind;
  result.type.bits = kind == ValueKind::Pointer ? 64 : 32;
  result.role = role;
  return result;
}

Point point(PointKind kind, const std::string& function, uint32_t line, std::vector<probes::Variable> variables) {
  Point result;
  result.kind = kind;
  result.function = result.display = function;
  result.file = "f.c";
  result.line = line;
  result.variables = std::move(variables);
  return result;
}

// As the program writes them: values, which are there, the number of the step.
class Ring {
 public:
  explicit Ring(size_t size) { words_.ring.resize(size); }
  void step(uint64_t number, std::vector<uint64_t> values, uint64_t present) {
    for (const uint64_t value : values) put(value);
    put(present);
    put(number);
  }
  const StepWords& words() const { return words_; }

 private:
  void put(uint64_t word) { words_.ring[words_.written++ % words_.ring.size()] = word; }
  StepWords words_;
};

std::string textOf(const result::TraceStep& step) {
  std::string text = step.function + ":" + std::to_string(step.line);
  for (const result::TraceChange& change : step.changes) text += " " + change.name + "[" + change.old + "]" + change.now;
  return text;
}

std::vector<std::string> textsOf(const StepList& list) {
  std::vector<std::string> texts;
  for (const result::TraceStep& step : list.steps) texts.push_back(textOf(step));
  return texts;
}

const std::vector<Point> kPoints = {
    point(PointKind::Entry, "f", 1, {variable("n", Role::Parameter)}),
    point(PointKind::Step, "f", 2, {variable("n", Role::Parameter), variable("x")}),
    point(PointKind::Step, "f", 3, {variable("n", Role::Parameter), variable("x")}),
    point(PointKind::Entry, "g", 10, {}),
    point(PointKind::Step, "g", 11, {}),
    point(PointKind::Step, "g", 12, {}),
    point(PointKind::Exit, "g", 12, {variable("return", Role::Return)}),
    point(PointKind::AfterCall, "f", 3, {variable("g()", Role::CallResult), variable("x")}),
};

TEST(TraceSteps, aLineChangesWhatDiffersAtTheNextOne) {
  Ring ring(64);
  ring.step(0, {7}, 1);
  ring.step(1, {7, 99}, 1);  // x is not there yet
  ring.step(2, {7, 5}, 3);
  const StepList list = readSteps(ring.words(), kPoints);
  EXPECT_TRUE(list.isWhole);
  EXPECT_EQ(textsOf(list), (std::vector<std::string>{"f:1 n[]7", "f:2 x[]5", "f:3"}));
}

TEST(TraceSteps, whatIsDoneBehindACallStandsBehindItsSteps) {
  Ring ring(64);
  ring.step(2, {7, 5}, 3);
  ring.step(3, {}, 0);
  ring.step(4, {}, 0);
  ring.step(5, {}, 0);                    // the brace
  ring.step(6, {uint64_t{0xffffffff}}, 1);  // -1
  ring.step(7, {uint64_t{0xffffffff}, 4}, 3);
  const StepList list = readSteps(ring.words(), kPoints);
  EXPECT_EQ(textsOf(list), (std::vector<std::string>{"f:3 n[]7 x[]5", "g:10", "g:11 result[]-1", "f:3 x[5]4"}));
  EXPECT_EQ(list.steps[1].depth, 1u);
  EXPECT_EQ(list.steps[3].depth, 0u);
}

TEST(TraceSteps, aRingThatLostItsBeginningIsReadFromItsEnd) {
  Ring ring(10);
  for (uint64_t k = 0; k < 20; ++k) ring.step(1 + k % 2, {7, k}, 3);
  const StepList list = readSteps(ring.words(), kPoints);
  EXPECT_FALSE(list.isWhole);
  EXPECT_EQ(textsOf(list), (std::vector<std::string>{"f:2 n[]7 x[]19", "f:3"}));
}

TEST(TraceSteps, aNumberThatIsNoStepEndsTheReading) {
  Ring ring(64);
  ring.step(99, {}, 0);
  ring.step(2, {7, 5}, 3);
  const StepList list = readSteps(ring.words(), kPoints);
  EXPECT_FALSE(list.isWhole);
  EXPECT_EQ(list.steps.size(), 1u);
}

}  // namespace
}  // namespace cleave::driver
