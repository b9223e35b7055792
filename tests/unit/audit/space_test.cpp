#include "audit/space.h"

#include <gtest/gtest.h>

#include "audit/draw.h"
#include "audit/solver_process.h"

namespace cleave::audit {
namespace {

using result::Input;

const Input kI{"i", "int", 32, true, false};
const Input kJ{"j", "int", 32, true, false};
const Input kX{"x", "float", 32, true, true};

SolverProcess solver() { return SolverProcess::find("z3", Seconds(10), nullptr).take(); }

TEST(SymbolIn, FindsInputsAndNotOperations) {
  EXPECT_EQ(symbolIn("(bvslt i #x00000000)", "i"), "|i|");
  EXPECT_EQ(symbolIn("(bvslt ii #x00000000)", "i"), "");
  EXPECT_EQ(symbolIn("(bvslt |a[3].x| #x00000000)", "a[3].x"), "|a[3].x|");
  EXPECT_EQ(symbolIn("(and (= i j) (= i |input and|))", "and"), "|input and|");
  EXPECT_EQ(symbolIn("(and (= i j) true)", "and"), "");
  EXPECT_EQ(symbolIn("(and (= i j) true)", "true"), "");
  EXPECT_EQ(symbolIn("(= ((_ extract 7 0) i) #x00)", "extract"), "");
  EXPECT_EQ(symbolIn("i", "i"), "|i|");
  EXPECT_EQ(symbolIn("", "i"), "");
}

TEST(ParseValues, ReadsWhatSolversPrint) {
  using Models = std::vector<std::vector<U128>>;
  EXPECT_EQ(parseValues("((|cell 0| #x0000002a)\n (|cell 1| #b101))\n", 2), (Models{{42, 5}}));
  EXPECT_EQ(parseValues("((|cell 0| #b1))\n((|cell 0| #xff))\n", 1), (Models{{1}, {255}}));
  EXPECT_EQ(parseValues("(error \"line 3\")\n", 1), (Models{}));
  EXPECT_EQ(parseValues("((|cell 0| (_ bv3 8)))", 1), std::nullopt);
  EXPECT_EQ(parseValues("((|cell 0| #x2a))", 2), std::nullopt);
  EXPECT_EQ(parseValues("((|cell 1| #x2a))", 1), std::nullopt);
}

TEST(SolverProcess, SaysWhoItIsAndWhatIsWrong) {
  EXPECT_EQ(solver().name().substr(0, 4), "z3 4");
  EXPECT_FALSE(SolverProcess::find("/nonexistent/solver", Seconds(1), nullptr).hasValue());
  const SolverProcess::Reply broken = solver().ask("(assert (oops))\n(check-sat)\n", 1).take();
  EXPECT_TRUE(broken.answers.empty());
  EXPECT_NE(broken.problem, "");
}

// Whether the solver agrees that each member satisfies the condition.
void expectInside(const std::vector<Input>& inputs, const std::string& condition, const std::vector<Values>& members) {
  const Space space(inputs, {condition});
  for (const Values& values : members) {
    const auto reply =
        solver().ask(space.preamble() + "(assert " + condition + ")(assert " + space.equals(values) + ")(check-sat)\n", 1).take();
    EXPECT_EQ(reply.answers, std::vector<std::string>{"sat"}) << reply.rest;
  }
}

TEST(Draw, ManyMembersAreVarious) {
  Random random(7);
  const std::string condition = "(and (bvslt i #x00000000) (= ((_ extract 3 0) j) #x5))";
  const Members members = drawMembers(solver(), {kI, kJ}, condition, 20, random).take();
  ASSERT_EQ(members.inputs.size(), 20u) << members.problem;
  EXPECT_FALSE(members.all);
  expectInside({kI, kJ}, condition, members.inputs);
  std::set<U128> highs;
  for (const Values& values : members.inputs) highs.insert(values[0] >> 24);
  EXPECT_GT(highs.size(), 4u);
}

TEST(Draw, FewMembersAreAllThere) {
  Random random(7);
  const Members members = drawMembers(solver(), {kI}, "(and (bvuge i #x00000010) (bvult i #x00000015))", 20, random).take();
  std::set<Values> found(members.inputs.begin(), members.inputs.end());
  EXPECT_EQ(found, (std::set<Values>{{16}, {17}, {18}, {19}, {20}}));
  EXPECT_TRUE(members.all);
  EXPECT_EQ(members.problem, "");
}

TEST(Draw, InputsThatTheConditionDoesNotMentionVary) {
  Random random(7);
  const Members members = drawMembers(solver(), {kI, kJ}, "(= i #x00000003)", 20, random).take();
  ASSERT_EQ(members.inputs.size(), 20u);
  for (const Values& values : members.inputs) EXPECT_EQ(values[0], 3u);
  EXPECT_EQ(drawMembers(solver(), {kI, kJ}, "true", 20, random).take().inputs.size(), 20u);
  EXPECT_TRUE(drawMembers(solver(), {kI, kJ}, "false", 20, random).take().inputs.empty());
  EXPECT_EQ(drawMembers(solver(), {}, "true", 20, random).take().inputs.size(), 1u);
}

TEST(Draw, FloatsAreDrawnByTheirPatterns) {
  Random random(7);
  const Members nan = drawMembers(solver(), {kX}, "(fp.isNaN x)", 20, random).take();
  EXPECT_EQ(nan.inputs, (std::vector<Values>{{canonicalNan(32)}}));
  EXPECT_TRUE(nan.all);
  const std::string positive = "(fp.lt (_ +zero 8 24) x)";
  const Members many = drawMembers(solver(), {kX}, positive, 20, random).take();
  EXPECT_EQ(many.inputs.size(), 20u);
  expectInside({kX}, positive, many.inputs);
}

TEST(Draw, AConditionThatNobodyUnderstandsIsAProblem) {
  Random random(7);
  const Members members = drawMembers(solver(), {kI}, "(= i (mystery i))", 20, random).take();
  EXPECT_TRUE(members.inputs.empty());
  EXPECT_NE(members.problem, "");
}

}  // namespace
}  // namespace cleave::audit
