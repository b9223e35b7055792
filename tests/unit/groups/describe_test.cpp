#include "groups/describe.h"

#include <gtest/gtest.h>

#include "small_space.h"

namespace cleave::groups {
namespace {

using expr::ExprId;

class DescribeTest : public ::testing::Test {
 protected:
  Description describe(const Split& split) {
    return groups::describe(space.pool, solver, space.cells, split, candidates(space.pool, space.cells, split.parts),
                            Budget(Seconds{20}, nullptr));
  }
  Judge judge(const Split& split) { return Judge(space.pool, solver, split); }

  SmallSpace space;
  solver::SolverChain solver{space.pool, nullptr};
  const Seconds patience{5};
};

// x < 0, split by y; 0 <= x: the group of the first two is x < 0, whatever y is.
TEST_F(DescribeTest, WhatSplitsTheGroupIsLeftOut) {
  const ExprId x = space.number("x"), y = space.number("y");
  const ExprId isLow = space.isLess(x, 0), isThree = space.is(y, 3), isSeven = space.is(y, 7);
  ExprId neither = space.pool.andOf(space.pool.notOf(isThree), space.pool.notOf(isSeven));
  const U128 minus = 0xffffffff;
  const std::vector<Part> parts{space.part({isLow, isThree}, {minus, 3}), space.part({isLow, isSeven}, {minus, 7}),
                                space.part({isLow, neither}, {minus, 0}), space.part({space.pool.notOf(isLow)}, {0, 3})};
  const Description found = describe({parts, {0, 1, 2}, true});
  EXPECT_TRUE(found.isExact);
  EXPECT_EQ(found.text, "x < 0");
}

// A wrong description is not believed: each half of exact is asked of the solver.
TEST_F(DescribeTest, ADescriptionThatIsBrokenOnPurposeIsRefused) {
  const ExprId x = space.number("x");
  const ExprId isLow = space.isLess(x, 10);
  const std::vector<Part> parts{space.part({isLow}, {0}), space.part({space.pool.notOf(isLow)}, {20})};
  Judge judge = this->judge({parts, {0}, true});
  EXPECT_EQ(judge.isNecessary(isLow, patience), Proof::Proved);
  EXPECT_EQ(judge.isSufficient(isLow, patience), Proof::Proved);
  // One too wide by a single input, and one too narrow.
  const ExprId wide = space.isLess(x, 11), narrow = space.isLess(x, 9);
  EXPECT_EQ(judge.isNecessary(wide, patience), Proof::Proved);
  ASSERT_EQ(judge.isSufficient(wide, patience), Proof::Refuted);
  EXPECT_EQ(judge.counterexample()[0], 10u);
  ASSERT_EQ(judge.isNecessary(narrow, patience), Proof::Refuted);
  EXPECT_EQ(judge.counterexample()[0], 9u);
  EXPECT_EQ(judge.isSufficient(narrow, patience), Proof::Proved);
}

// The witnesses alone would be told apart by a condition that is wrong elsewhere.
TEST_F(DescribeTest, WitnessesAreNoProof) {
  const ExprId x = space.number("x");
  const ExprId isLow = space.isLess(x, 10), isZero = space.is(x, 0);
  const std::vector<Part> parts{space.part({isLow}, {0}), space.part({space.pool.notOf(isLow)}, {20})};
  const Candidate wrong{isZero, "x == 0", true};
  const Description found =
      groups::describe(space.pool, solver, space.cells, {parts, {0}, true}, std::vector<Candidate>{wrong}, Budget(Seconds{20}, nullptr));
  EXPECT_FALSE(found.isExact);
  EXPECT_EQ(found.text, "");
}

// Where parts of the input space were not looked at, exact means: among what was.
TEST_F(DescribeTest, UnexploredInputsAreNobodys) {
  const ExprId x = space.number("x");
  const ExprId isZero = space.is(x, 0), isOne = space.is(x, 1), isNotOne = space.pool.notOf(isOne);
  const std::vector<Part> parts{space.part({isZero}, {0}), space.part({isOne}, {1})};
  EXPECT_EQ(judge({parts, {0}, false}).isSufficient(isNotOne, patience), Proof::Proved);
  EXPECT_EQ(judge({parts, {0}, true}).isSufficient(isNotOne, patience), Proof::Refuted);
}

// No single conjunction holds on both ends of a range alone: what they have in common is told, and not called exact.
TEST_F(DescribeTest, WhatIsOnlyNecessaryIsNotCalledExact) {
  const ExprId x = space.number("x"), y = space.number("y");
  const ExprId isZero = space.is(x, 0), isTop = space.is(x, 99), isFine = space.isLess(y, 5);
  const std::vector<Part> parts{space.part({isFine, isZero}, {0, 0}), space.part({isFine, isTop}, {99, 0}),
                                space.part({isFine, space.pool.notOf(isZero), space.pool.notOf(isTop)}, {50, 0}),
                                space.part({space.pool.notOf(isFine)}, {0, 9})};
  const Description found = describe({parts, {0, 1}, true});
  EXPECT_FALSE(found.isExact);
  EXPECT_EQ(found.text, "y <= 4");
}

TEST_F(DescribeTest, ALibraryPredicateStandsForManyPositions) {
  const std::vector<ExprId> s = space.string("s", 4);
  std::vector<Part> parts;
  std::vector<size_t> members;
  std::vector<ExprId> path;  // no '=' so far
  expr::Assignment input(4, 'a');
  for (size_t k = 0; k < 3; ++k) {
    std::vector<ExprId> literals = path;
    literals.push_back(space.is(s[k], '='));
    for (const bool isSpace : {true, false}) {
      std::vector<ExprId> all = literals;
      const ExprId condition = space.isSpace(s[k + 1]);
      all.push_back(isSpace ? condition : space.pool.notOf(condition));
      expr::Assignment witness = input;
      witness[k] = '=';
      witness[k + 1] = isSpace ? ' ' : 'b';
      if (isSpace) members.push_back(parts.size());
      parts.push_back(space.part(all, witness));
    }
    parts.push_back(space.part(
        [&] {
          auto all = path;
          all.push_back(space.is(s[k], 0));
          return all;
        }(),
        [&] {
          auto all = input;
          all[k] = 0;
          return all;
        }()));
    path.push_back(space.isNot(s[k], '='));
    path.push_back(space.isNot(s[k], 0));
  }
  parts.push_back(space.part(path, input));
  const Description found = describe({parts, members, true});
  EXPECT_TRUE(found.isExact);
  EXPECT_EQ(found.text, "isspace(strchr(s, '=')[1])");
}

TEST_F(DescribeTest, WithoutTimeNothingIsClaimedButWhatAllMembersSay) {
  const ExprId x = space.number("x"), y = space.number("y");
  const ExprId isLow = space.isLess(x, 0), isThree = space.is(y, 3);
  const std::vector<Part> parts{space.part({isLow, isThree}, {0xffffffff, 3}),
                                space.part({isLow, space.pool.notOf(isThree)}, {0xffffffff, 0}),
                                space.part({space.pool.notOf(isLow)}, {0, 3})};
  const Split split{parts, {0, 1}, true};
  const Description found =
      groups::describe(space.pool, solver, space.cells, split, candidates(space.pool, space.cells, parts), Budget(Seconds{0}, nullptr));
  EXPECT_FALSE(found.isExact);
  EXPECT_EQ(found.text, "x < 0");
}

}  // namespace
}  // namespace cleave::groups
