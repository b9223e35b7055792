// How far code is from a change, across branches and calls.
#include "explore/change_distance.h"

#include "../c_program.h"
#include "change/change.h"

namespace cleave::explore {
namespace {

using program::Op;
using test::CProgram;

const char* const kText = R"(
int g;
int deep(int x) {
  return x + 1;
}
int alone(int x) {
  if (x > 7)
    return 1;
  return 2;
}
int middle(int x) {
  return deep(x);
}
int f(int x) {
  if (x == 5)
    return middle(x);
  if (x == 6) {
    g = 1;
    g = alone(x);
  }
  g = 3;
  return alone(g);
}
)";

std::string withChange(std::string text) { return text.replace(text.find("x + 1"), 5, "x + 2"); }

std::vector<program::FunctionId> allOf(const program::Program& program) {
  std::vector<program::FunctionId> all;
  for (size_t f = 0; f < program.functions.size(); ++f) all.emplace_back(f);
  return all;
}

class Distances : public testing::Test {
 protected:
  explicit Distances(const std::string& before = kText, const std::string& after = withChange(kText))
      : before_(before),
        after_(after),
        changes_(change::findChanges(before_.program(), after_.program())),
        distance_(after_.program(), changes_.marks.after, allOf(after_.program())) {}

  program::BlockIndex blockAt(const std::string& function, uint32_t line, Op op) const {
    return after_.blockOf(function, after_.find(function, line, op).at(0));
  }
  uint32_t at(const std::string& function, uint32_t line, Op op) const {
    return distance_.of(after_.id(function), blockAt(function, line, op));
  }
  // Behind the branch in a line, by the other edge than the one that was taken.
  uint32_t otherwise(const std::string& function, uint32_t line, bool taken) const {
    const program::InstIndex i = after_.only(function, line, Op::Branch);
    const program::Instruction& branch = after_.function(function).instructions[i];
    const uint32_t edge = taken ? branch.extra : static_cast<uint32_t>(branch.imm);
    return distance_.otherwise(after_.id(function), after_.blockOf(function, i), edge);
  }

  CProgram before_, after_;
  change::Changes changes_;
  ChangeDistance distance_;
};

TEST_F(Distances, AreZeroAtTheChangeAndGrowWithBranchesAndCalls) {
  EXPECT_EQ(at("deep", 4, Op::Add), 0u);
  const uint32_t middle = at("middle", 12, Op::Call), call = at("f", 16, Op::Call), start = at("f", 15, Op::Branch);
  EXPECT_EQ(middle, 1u);
  EXPECT_GT(call, middle);
  EXPECT_GT(start, call);
  EXPECT_NE(start, ChangeDistance::kFar);
}

TEST_F(Distances, CodeBehindWhichNoChangeComesIsFar) {
  EXPECT_EQ(at("f", 21, Op::Store), ChangeDistance::kFar);
  EXPECT_EQ(at("alone", 7, Op::Branch), ChangeDistance::kFar) << "its callers go on to no change";
}

TEST_F(Distances, OfTheWayThatWasNotTaken) {
  EXPECT_EQ(otherwise("f", 15, true), ChangeDistance::kFar) << "x is not 5";
  EXPECT_EQ(otherwise("f", 15, false), at("f", 16, Op::Call)) << "x is 5";
  EXPECT_EQ(otherwise("f", 17, false), ChangeDistance::kFar);
}

// A loop comes back: what is behind the change in one round is before it in the next.
class InALoop : public Distances {
 protected:
  static constexpr const char* kLoop = R"(
int table[4];
int f(int n) {
  int s = 0;
  for (int i = 0; i < n; i++) {
    s += table[i & 3];
    if (s == 9)
      s = x + 1;
    if (s == 4)
      s = 0;
  }
  return s;
}
)";
  static std::string text(const char* change) {
    std::string all = kLoop;
    return all.replace(all.find("x + 1"), 5, change);
  }
  InALoop() : Distances(text("1"), text("2")) {}
};

TEST_F(InALoop, AllOfTheLoopLeadsToTheChangeAndNothingBehindIt) {
  EXPECT_NE(otherwise("f", 9, true), ChangeDistance::kFar);
  EXPECT_NE(otherwise("f", 9, false), ChangeDistance::kFar);
  EXPECT_EQ(otherwise("f", 7, false), 0u) << "s is 9";
  EXPECT_GT(otherwise("f", 7, true), 0u) << "where both ways meet, values differ only on one";
  EXPECT_GT(otherwise("f", 9, true), otherwise("f", 7, false));
  EXPECT_EQ(otherwise("f", 5, true), ChangeDistance::kFar) << "behind the loop";
}

// A call through a pointer may go anywhere: that is a way, and a long one.
class ThroughAPointer : public Distances {
 protected:
  ThroughAPointer() : Distances(text("3"), text("5")) {}
  static std::string text(const std::string& factor) {
    return R"(
int step(int x) {
  return x * )" +
           factor + R"(;
}
int (*chosen)(int) = step;
int f(int n) {
  if (n == 3)
    return chosen(n);
  return 0;
}
)";
  }
};

TEST_F(ThroughAPointer, ThereIsALongWay) {
  const uint32_t distance = at("f", 8, Op::Call);
  EXPECT_NE(distance, ChangeDistance::kFar);
  EXPECT_GT(distance, 5u);
  EXPECT_EQ(otherwise("f", 7, true), ChangeDistance::kFar);
}

}  // namespace
}  // namespace cleave::explore
