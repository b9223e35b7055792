#include "groups/words.h"

#include <gtest/gtest.h>

#include "small_space.h"

namespace cleave::groups {
namespace {

using expr::ExprId;

TEST(Words, CharactersHaveTheNamesOfC) {
  SmallSpace space;
  const ExprId n = space.number("n");
  const std::vector<ExprId> s = space.string("s", 2);
  const auto words = [&](std::vector<ExprId> literals) { return wordsOf(space.pool, space.cells, literals); };
  EXPECT_EQ(words({space.is(s[0], '=')}), "s[0] == '='");
  EXPECT_EQ(words({space.isSpace(s[0]), space.isLess(n, 3)}), "isspace(s[0]) && n <= 2");
  EXPECT_EQ(words({space.pool.notOf(space.isSpace(s[1]))}), "!isspace(s[1])");
  EXPECT_EQ(words({}), "true");
}

TEST(Words, WhatSeveralLiteralsSayOfACharacterIsOne) {
  SmallSpace space;
  const std::vector<ExprId> s = space.string("s", 1);
  const auto atLeast = [&](unsigned c) { return space.pool.binary(expr::Op::ULe, space.pool.bits(8, c), s[0]); };
  const std::vector<ExprId> digit{atLeast('0'), space.pool.notOf(atLeast('9' + 1))};
  EXPECT_EQ(wordsOf(space.pool, space.cells, digit), "isdigit(s[0])");
  // Without a name for both, each is said.
  const std::vector<ExprId> both{space.isNot(s[0], '='), space.isNot(s[0], 0)};
  EXPECT_EQ(wordsOf(space.pool, space.cells, both), "s[0] != '=' && s[0] != 0");
}

TEST(Words, TwoBoundsThatMeetAreAnEquality) {
  SmallSpace space;
  const ExprId x = space.number("x"), y = space.number("y");
  const auto atMost = [&](ExprId a, ExprId b) { return space.pool.binary(expr::Op::SLe, a, b); };
  EXPECT_EQ(wordsOf(space.pool, space.cells, std::vector<ExprId>{atMost(x, y), space.isNot(x, 3), atMost(y, x)}), "x == y && x != 3");
  EXPECT_EQ(wordsOf(space.pool, space.cells, std::vector<ExprId>{atMost(x, y), space.pool.notOf(atMost(y, x))}).find("=="),
            std::string::npos);
}

TEST(Words, NumbersOfEightBitsStayNumbers) {
  SmallSpace space;
  const std::vector<ExprId> s = space.string("s", 1);
  space.cells[0].type = "int8_t";
  EXPECT_EQ(wordsOf(space.pool, space.cells, std::vector<ExprId>{space.is(s[0], 'a')}), "s[0] == 97");
}

}  // namespace
}  // namespace cleave::groups
