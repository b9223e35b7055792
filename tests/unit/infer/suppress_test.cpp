#include "infer/suppress.h"

#include <gtest/gtest.h>

#include <set>

#include "infer/evaluate.h"
#include "infer/print_c.h"
#include "infer/solver_oracle.h"
#include "random_property.h"
#include "support/text.h"

namespace cleave::infer {
namespace {

using test::scalar;

const Scalar kInt = Scalar::integer(32, true);

Found found(Property property, Family family = Family::Order) { return {std::move(property), family, -100, 100}; }

Property order(uint32_t x, Relation relation, uint32_t y, I128 constant = 0) {
  return compare(sumOf(valueOf(x)), relation, sumOf(valueOf(y), constant));
}
Property bound(uint32_t x, Relation relation, I128 constant) { return compare(sumOf(valueOf(x)), relation, constantSum(constant)); }

std::vector<std::string> texts(const Point& point, const std::vector<Found>& all) {
  std::vector<std::string> result;
  for (const Found& each : all) result.push_back(printForPeople(point, each.property));
  return result;
}

Point xyz() { return test::pointOf({scalar("x", kInt), scalar("y", kInt), scalar("z", kInt)}); }

using Texts = std::vector<std::string>;

TEST(Suppress, OrdersAndBoundsThatFollow) {
  const Point point = xyz();
  EXPECT_EQ(
      texts(point, withoutObvious(point, {found(order(0, Relation::Less, 1)), found(order(1, Relation::LessEqual, 2)),
                                          found(order(0, Relation::Less, 2)), found(order(0, Relation::NotEqual, 1), Family::Distinct)})),
      (Texts{"x < y", "y <= z"}));
  EXPECT_EQ(texts(point,
                  withoutObvious(point, {found(bound(0, Relation::GreaterEqual, 3), Family::Range), found(order(0, Relation::LessEqual, 1)),
                                         found(bound(1, Relation::GreaterEqual, 1), Family::Range),
                                         found(bound(1, Relation::NotEqual, 0), Family::Distinct)})),
            (Texts{"x >= 3", "x <= y"}));
  EXPECT_EQ(texts(point, withoutObvious(point, {found(order(0, Relation::LessEqual, 1)), found(order(0, Relation::Less, 1, 1))})),
            (Texts{"x <= y"}));
  // A circle of equalities needs two of its three.
  EXPECT_EQ(withoutObvious(
                point, {found(order(0, Relation::Equal, 1, 1), Family::Equality), found(order(1, Relation::Equal, 2, 1), Family::Equality),
                        found(order(0, Relation::Equal, 2, 2), Family::Equality)})
                .size(),
            2u);
}

TEST(Suppress, WhatIsSaidOfAnEqualVariable) {
  const Point point = xyz();
  EXPECT_EQ(texts(point, withoutObvious(point, {found(order(0, Relation::Equal, 1), Family::Equality),
                                                found(plain(Remainder{valueOf(0), 4, 0}), Family::Remainder),
                                                found(plain(Remainder{valueOf(1), 4, 0}), Family::Remainder),
                                                found(plain(Remainder{valueOf(1), 3, 0}), Family::Remainder)})),
            (Texts{"x == y", "x % 4 == 0", "y % 3 == 0"}));
}

TEST(Suppress, NothingFollowsThroughAValueThatMayBeAbsent) {
  Point point = test::pointOf({scalar("x", kInt), scalar("p", Scalar::nullness()), scalar("p->y", kInt), scalar("z", kInt)});
  point.variables[2].behind = 1;
  const std::vector<Found> all{found(order(0, Relation::LessEqual, 2)), found(order(2, Relation::LessEqual, 3)),
                               found(order(0, Relation::LessEqual, 3))};
  EXPECT_EQ(withoutObvious(point, all).size(), 3u);
  SolverOracle oracle(point, Seconds(10), nullptr);
  EXPECT_EQ(withoutImplied(all, [&](auto premises, const Property& each) { return oracle.implies(premises, each); }).size(), 3u);
}

TEST(Suppress, TheSolverKnowsMore) {
  const Point point = xyz();
  SolverOracle oracle(point, Seconds(10), nullptr);
  const auto implies = [&](std::span<const Property> premises, const Property& each) { return oracle.implies(premises, each); };
  const Property sum = compare(sumOf(valueOf(2)), Relation::Equal, Sum{{{1, valueOf(0)}, {1, valueOf(1)}}, 0});
  EXPECT_EQ(texts(point, withoutImplied({found(sum, Family::Linear), found(bound(0, Relation::GreaterEqual, 1), Family::Range),
                                         found(bound(1, Relation::GreaterEqual, 1), Family::Range),
                                         found(bound(2, Relation::GreaterEqual, 2), Family::Range), found(order(0, Relation::Less, 2))},
                                        implies)),
            (Texts{"z == x + y", "x >= 1", "y >= 1"}));
  EXPECT_EQ(texts(point, withoutImplied({found(plain(Member{valueOf(0), {0, 4, 8}}), Family::Set),
                                         found(plain(Remainder{valueOf(0), 4, 0}), Family::Remainder)},
                                        implies)),
            (Texts{"x == 0 || x == 4 || x == 8"}));
  EXPECT_EQ(oracle.undecided(), 0u);
}

TEST(Suppress, OracleOnElements) {
  const Point point = test::pointOf({test::array("a", kInt, "n"), test::array("b", kInt, "n"), scalar("m", kInt)});
  SolverOracle oracle(point, Seconds(10), nullptr);
  const Term a{0, Part::Element, {}}, next{0, Part::NextElement, {}}, b{1, Part::Element, {}};
  const auto all = [](uint32_t over, Sum left, Relation relation, Sum right) {
    return Property{std::nullopt, ForAll{over, Compare{std::move(left), relation, std::move(right), 0}}};
  };
  const Property same = all(0, sumOf(a), Relation::Equal, sumOf(b)), positive = all(1, sumOf(b), Relation::Greater, constantSum(0));
  const Property bothPositive = all(0, sumOf(a), Relation::Greater, constantSum(0));
  const Property sorted = all(0, sumOf(a), Relation::Less, sumOf(next)), constant = all(0, sumOf(a), Relation::Equal, constantSum(5));
  const Property inOrder = all(0, sumOf(a), Relation::LessEqual, sumOf(next));
  EXPECT_TRUE(oracle.implies(std::vector{same, positive}, bothPositive));
  EXPECT_FALSE(oracle.implies(std::vector{positive}, bothPositive));
  EXPECT_TRUE(oracle.implies(std::vector{sorted}, inOrder));
  EXPECT_TRUE(oracle.implies(std::vector{constant}, inOrder));
  EXPECT_FALSE(oracle.implies(std::vector{inOrder}, sorted));
  EXPECT_FALSE(oracle.implies(std::vector<Property>{}, bothPositive));
}

// With few bits all rows can be tried: what the rules and the solver leave has to imply, in every one of them, what was given.
TEST(Suppress, WhatIsLeftImpliesAll) {
  const Scalar tiny = Scalar::integer(3, true), natural = Scalar::integer(3, false);
  Point point =
      test::pointOf({scalar("x", tiny), scalar("y", natural), scalar("z", tiny), scalar("p", Scalar::nullness()), scalar("p->w", tiny)});
  point.variables[4].behind = 3;
  Random random(41);
  const auto variable = [&] { return valueOf(static_cast<uint32_t>(random.below(4) == 3 ? 4 : random.below(3))); };
  const auto constant = [&] { return static_cast<I128>(random.below(9)) - 4; };
  const auto atom = [&]() -> Atom {
    const auto relation = static_cast<Relation>(random.below(6));
    switch (random.below(6)) {
      case 0:
        return Member{variable(), {constant(), 4}};
      case 1:
        return Remainder{variable(), 3, static_cast<uint32_t>(random.below(3))};
      case 2:
        return Compare{sumOf(variable()), relation, Sum{{{2, variable()}, {1, variable()}}, constant()}, 0};
      case 3:
        return Compare{sumOf(variable()), relation, constantSum(constant()), 0};
      default:
        return Compare{sumOf(variable()), relation, sumOf(variable(), random.chance(50) ? 0 : constant()), 0};
    }
  };
  size_t dropped = 0, droppedBySolver = 0;
  for (int round = 0; round < 120; ++round) {
    std::vector<Found> given;
    for (uint64_t i = 3 + random.below(6); i > 0; --i) {
      Property property = plain(atom());
      if (random.chance(20)) property.guard = atom();
      if (auto* member = std::get_if<Member>(&std::get<Atom>(property.body))) std::sort(member->values.begin(), member->values.end());
      if (property.guard)
        if (auto* member = std::get_if<Member>(&*property.guard)) std::sort(member->values.begin(), member->values.end());
      given.push_back(found(property, property.guard ? Family::Implication : Family::Order));
    }
    const std::vector<Found> byRules = withoutObvious(point, given);
    SolverOracle oracle(point, Seconds(10), nullptr);
    const std::vector<Found> left =
        withoutImplied(byRules, [&](auto premises, const Property& each) { return oracle.implies(premises, each); });
    dropped += given.size() - byRules.size();
    droppedBySolver += byRules.size() - left.size();
    for (uint64_t bits = 0; bits < (1 << 13); ++bits) {
      const bool null = (bits >> 12 & 1) != 0;
      const Value row[] = {Value::of(bits & 7), Value::of(bits >> 3 & 7), Value::of(bits >> 6 & 7), Value::of(null),
                           null ? Value{} : Value::of(bits >> 9 & 7)};
      const auto all = [&](const std::vector<Found>& each) {
        return std::all_of(each.begin(), each.end(), [&](const Found& one) { return evaluate(point, one.property, row) != Truth::Fails; });
      };
      const bool whole = all(given);
      ASSERT_EQ(all(byRules), whole) << "round " << round << ": " << join(texts(point, given), ", ") << " became "
                                     << join(texts(point, byRules), ", ");
      ASSERT_EQ(all(left), whole) << "round " << round << ": " << join(texts(point, given), ", ") << " became "
                                  << join(texts(point, left), ", ");
    }
  }
  EXPECT_GT(dropped, 15u);
  EXPECT_GT(droppedBySolver, 50u);
}

}  // namespace
}  // namespace cleave::infer
