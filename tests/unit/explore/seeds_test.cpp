#include "explore/seeds.h"

#include <gtest/gtest.h>

namespace cleave::explore {
namespace {

vm::InputSpace space() {
  vm::InputSpace space;
  space.cells.push_back({"n", "int", expr::Sort::bits(32), true, expr::SymbolId(0), 0, -1, true});
  space.cells.push_back({"c", "char", expr::Sort::bits(8), true, expr::SymbolId(1), 0, -1, true});
  return space;
}

TEST(Seeds, PatternsBecomeAnInput) {
  const auto input = inputOf({{"c", "0xff"}, {"n", "0x80000000"}}, space(), 2);
  ASSERT_TRUE(input);
  EXPECT_EQ((*input)[0], U128{0x80000000u});
  EXPECT_EQ((*input)[1], U128{0xff});
}

TEST(Seeds, WhatIsNotNamedIsZero) {
  const auto input = inputOf({{"n", "0x7"}}, space(), 2);
  ASSERT_TRUE(input);
  EXPECT_EQ((*input)[1], U128{0});
}

TEST(Seeds, WhatDoesNotFitIsNoInput) {
  EXPECT_FALSE(inputOf({{"m", "0x1"}}, space(), 2));
  EXPECT_FALSE(inputOf({{"c", "0x100"}}, space(), 2));
  EXPECT_FALSE(inputOf({{"c", "17"}}, space(), 2));
  EXPECT_FALSE(inputOf({{"c", "0x"}}, space(), 2));
  EXPECT_FALSE(inputOf({{"c", "0xg"}}, space(), 2));
  EXPECT_FALSE(inputOf({{"n", "0x" + std::string(40, 'f')}}, space(), 2));
}

}  // namespace
}  // namespace cleave::explore
