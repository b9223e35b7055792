// The language itself: ids, form, JSON.
#include "infer/property.h"

#include <gtest/gtest.h>

#include "infer/evaluate.h"
#include "infer/json.h"
#include "random_property.h"

namespace cleave::infer {
namespace {

using test::scalar;

Point twoInts() { return test::pointOf({scalar("x", Scalar::integer(32, true)), scalar("y", Scalar::integer(32, true))}); }

TEST(Property, OneThingHasOneId) {
  const Point point = twoInts();
  const Sum x = sumOf(valueOf(0)), y = sumOf(valueOf(1));
  const std::string id = idOf(point, compare(x, Relation::LessEqual, y));
  EXPECT_EQ(id.size(), 16u);
  EXPECT_EQ(id, idOf(point, compare(y, Relation::GreaterEqual, x)));
  EXPECT_EQ(id, idOf(point, compare(x, Relation::Less, sumOf(valueOf(1), 1))));
  EXPECT_NE(id, idOf(point, compare(x, Relation::Less, y)));
  EXPECT_NE(id, idOf(point, compare(x, Relation::GreaterEqual, y)));
  EXPECT_EQ(idOf(point, compare(x, Relation::Equal, y)), idOf(point, compare(y, Relation::Equal, x)));
}

TEST(Property, IdsAreByNameNotByPlace) {
  Point point = twoInts(), turned = point, other = point;
  std::swap(turned.variables[0], turned.variables[1]);
  other.variables[0].role = Role::OnEntry;
  const Property here = compare(sumOf(valueOf(0)), Relation::Equal, Sum{{{2, valueOf(1)}}, 3});
  const Property there = compare(Sum{{{2, valueOf(0)}}, 3}, Relation::Equal, sumOf(valueOf(1)));
  EXPECT_EQ(idOf(point, here), idOf(turned, there));
  EXPECT_NE(idOf(point, here), idOf(turned, here));
  EXPECT_NE(idOf(point, here), idOf(other, here));
}

TEST(Property, AbsentVariablesAndUnmetGuardsHoldVacuously) {
  const Point point = twoInts();
  const Property positive = compare(sumOf(valueOf(0)), Relation::Greater, constantSum(0));
  const Property guarded{std::get<Atom>(compare(sumOf(valueOf(1)), Relation::Equal, constantSum(7)).body), positive.body};
  test::OwnedRow row;
  row.add(static_cast<uint32_t>(-1));
  row.addAbsent();
  EXPECT_EQ(evaluate(point, positive, row.values), Truth::Fails);
  EXPECT_EQ(evaluate(point, guarded, row.values), Truth::Absent);
  row.values[1] = Value::of(7);
  EXPECT_EQ(evaluate(point, guarded, row.values), Truth::Fails);
  row.values[1] = Value::of(8);
  EXPECT_EQ(evaluate(point, guarded, row.values), Truth::Absent);
}

TEST(Property, OtherArraysMustBeLongEnough) {
  const Point point = test::pointOf({test::array("a", Scalar::integer(32, true), "n"), test::array("b", Scalar::integer(32, true), "m")});
  const Atom equal = Compare{sumOf({0, Part::Element, {}}), Relation::Equal, sumOf({1, Part::Element, {}}), 0};
  const Property overA{std::nullopt, ForAll{0, equal}}, overB{std::nullopt, ForAll{1, equal}};
  test::OwnedRow row;
  row.elements.reserve(2);
  row.addArray({1, 2, 3});
  row.addArray({1, 2});
  EXPECT_EQ(evaluate(point, overA, row.values), Truth::Fails);
  EXPECT_EQ(evaluate(point, overB, row.values), Truth::Holds);
}

TEST(Property, RandomOnesAreWellFormedAndSurviveJson) {
  const Point point = test::everyKind();
  test::PropertyMaker maker(point, 1);
  for (int i = 0; i < 3000; ++i) {
    const Property property = maker.make();
    ASSERT_EQ(whyMalformed(point, property), std::nullopt);
    const nlohmann::json json = nlohmann::json::parse(toJson(point, property).dump());
    Expected<Property> back = fromJson(point, json);
    ASSERT_TRUE(back.hasValue()) << back.error().message << json.dump();
    ASSERT_TRUE(*back == property) << json.dump(1);
    ASSERT_EQ(idOf(point, *back), idOf(point, property));
  }
}

TEST(Property, JsonIsReadByNames) {
  const Point point = twoInts();
  Point turned = point, gone = point;
  std::swap(turned.variables[0], turned.variables[1]);
  gone.variables[1].name = "z";
  const Property property = compare(sumOf(valueOf(0)), Relation::Less, sumOf(valueOf(1)));
  EXPECT_TRUE(*fromJson(turned, toJson(point, property)) == compare(sumOf(valueOf(1)), Relation::Less, sumOf(valueOf(0))));
  const Expected<Property> lost = fromJson(gone, toJson(point, property));
  ASSERT_FALSE(lost.hasValue());
  EXPECT_NE(lost.error().message.find("'y'"), std::string::npos);
}

// Every way to take a value out of a good file, or to put another kind in, gives an error or a well-formed property.
TEST(Property, DamagedJsonIsAnError) {
  const Point point = test::everyKind();
  test::PropertyMaker maker(point, 2);
  Random random(3);
  size_t errors = 0;
  for (int i = 0; i < 2000; ++i) {
    nlohmann::json json = toJson(point, maker.make());
    const nlohmann::json flat = json.flatten();
    const size_t chosen = random.below(flat.size());
    const nlohmann::json::json_pointer place(std::next(flat.begin(), static_cast<ptrdiff_t>(chosen)).key());
    const nlohmann::json replacements[] = {
        nullptr, -1, 1e300, "x", "99999999999999999999999999999999999999", true, nlohmann::json::array({1})};
    json[place] = replacements[random.below(std::size(replacements))];
    const Expected<Property> back = fromJson(point, json);
    if (back) {
      EXPECT_EQ(whyMalformed(point, *back), std::nullopt) << json.dump();
    } else {
      ++errors;
    }
  }
  EXPECT_GT(errors, 1000u);
}

}  // namespace
}  // namespace cleave::infer
