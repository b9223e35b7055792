#include "groups/describe.h"

#include <gtest/gtest.h>

#include <cctype>

#include "groups/projections.h"
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

// A condition of one version and one of the other: both are there to be said.
TEST_F(DescribeTest, ComparisonsWithinARelationAreCandidates) {
  const ExprId month = space.number("month"), day = space.number("day");
  expr::ExprPool& pool = space.pool;
  const ExprId isFebruary = space.is(month, 2);
  const ExprId last = pool.ite(isFebruary, pool.bits(32, 28), pool.bits(32, 31));
  const ExprId before = pool.binary(expr::Op::SLt, day, pool.bits(32, 30)), after = pool.binary(expr::Op::SLe, day, last);
  const ExprId differs = pool.notOf(pool.equal(before, after));
  const std::vector<Part> parts{space.part({isFebruary, differs}, {2, 29}), space.part({isFebruary, pool.notOf(differs)}, {2, 1}),
                                space.part({pool.notOf(isFebruary)}, {1, 29})};
  const Description found = describe({parts, {0}, true});
  EXPECT_TRUE(found.isExact) << found.text;
  EXPECT_EQ(found.text, "month == 2 && day == 29");
}

// What each literal says of one value only, the group says of all of them.
TEST_F(DescribeTest, CharactersOfAGroupAreOneClass) {
  const std::vector<ExprId> s = space.string("s", 2);
  expr::ExprPool& pool = space.pool;
  const auto within = [&](ExprId c, char low, char high) {
    return pool.andOf(pool.binary(expr::Op::ULe, pool.bits(8, static_cast<U128>(low)), c), pool.binary(expr::Op::ULe, c, pool.bits(8, static_cast<U128>(high))));
  };
  const std::vector<ExprId> classes{within(s[0], '0', '9'), within(s[0], 'a', 'f'), within(s[0], 'A', 'F')};
  std::vector<Part> parts;
  for (const auto& [k, c] : {std::pair(0, '5'), std::pair(1, 'b'), std::pair(2, 'B')}) parts.push_back(space.part({classes[static_cast<size_t>(k)]}, {static_cast<U128>(c), 0}));
  parts.push_back(space.part({pool.notOf(classes[0]), pool.notOf(classes[1]), pool.notOf(classes[2])}, {'x', 0}));
  const std::vector<Candidate> found = projections(pool, space.cells, parts, {0, 1, 2});
  ASSERT_EQ(found.size(), 1u);
  EXPECT_EQ(found[0].text, "isxdigit(s[0])");
  for (unsigned c = 0; c < 256; ++c) EXPECT_EQ(space.holds(found[0].condition, {c, 0}), std::isxdigit(static_cast<int>(c)) != 0) << c;
  EXPECT_TRUE(projections(pool, space.cells, parts, {0, 1, 2, 3}).empty()) << "every value is allowed by one";
}

// A member that says a thing twice does not say it for another one.
TEST_F(DescribeTest, RepeatedLiteralsCountOnce) {
  const ExprId x = space.number("x"), y = space.number("y");
  const ExprId isLow = space.isLess(x, 10), isZero = space.is(y, 0), isOne = space.is(y, 1);
  const std::vector<Part> parts{space.part({isZero, isLow, isLow}, {0, 0}), space.part({isOne}, {5, 1}),
                                space.part({space.pool.notOf(isZero), space.pool.notOf(isOne)}, {20, 2})};
  const std::vector<Candidate> only{{isLow, "x < 10", true}};
  const Description found = groups::describe(space.pool, solver, space.cells, {parts, {0, 1}, true}, only, Budget(Seconds{20}, nullptr));
  EXPECT_EQ(found.text, "");
}

// That pointers are not null is said on top of what is chosen, the outer one first, and only where it matters.
TEST_F(DescribeTest, PointersComeFirst) {
  expr::ExprPool& pool = space.pool;
  const auto choice = [&](const char* name) {
    space.cells.push_back({name, "choice", pool.addSymbol({name, expr::Sort::bits(1), false}), expr::Sort::bits(1), false, false});
    return pool.equal(pool.symbolExpr(space.cells.back().symbol), pool.bits(1, 0));
  };
  const ExprId x = space.number("p->x"), inner = choice("p->next_is_null"), outer = choice("p_is_null");
  const ExprId isLow = space.isLess(x, 10);
  const std::vector<Part> parts{space.part({isLow, inner, outer}, {0, 0, 0}), space.part({outer, inner, pool.notOf(isLow)}, {20, 0, 0}),
                                space.part({outer, pool.notOf(inner)}, {0, 1, 0}), space.part({pool.notOf(outer)}, {0, 0, 1})};
  const Description found = describe({parts, {0}, true});
  EXPECT_TRUE(found.isExact);
  EXPECT_EQ(found.text, "!p_is_null && !p->next_is_null && p->x < 10");
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
