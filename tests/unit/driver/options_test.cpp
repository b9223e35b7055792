#include "driver/options.h"

#include <gtest/gtest.h>

#include "driver/input_text.h"

namespace cleave::driver {
namespace {

TEST(Duration, UnitsAndErrors) {
  EXPECT_DOUBLE_EQ(parseDuration("30s")->count(), 30);
  EXPECT_DOUBLE_EQ(parseDuration("500ms")->count(), 0.5);
  EXPECT_DOUBLE_EQ(parseDuration("2m")->count(), 120);
  EXPECT_DOUBLE_EQ(parseDuration("0.5")->count(), 0.5);
  for (const char* bad : {"", "s", "abc", "-1s", "1d", "1e400", "nan"}) EXPECT_FALSE(parseDuration(bad)) << bad;
}

TEST(InputText, ParsesLiteralsByTheCellsType) {
  vm::InputSpace plan;
  plan.cells.push_back({"i", "int", expr::Sort::bits(32), true, expr::SymbolId(size_t{0})});
  plan.cells.push_back({"c", "unsigned char", expr::Sort::bits(8), false, expr::SymbolId(size_t{1})});
  plan.cells.push_back({"d", "double", expr::Sort::floating(64), true, expr::SymbolId(size_t{2})});
  const auto input = parseInput(plan, {"i=-1", "c='A'", "d=0.5"}, 3);
  ASSERT_TRUE(input);
  EXPECT_TRUE((*input)[0] == 0xffffffff);
  EXPECT_TRUE((*input)[1] == 65);
  EXPECT_TRUE((*input)[2] == bitsOf(0.5));
  EXPECT_TRUE((*parseInput(plan, {"i=0x80000000"}, 3))[0] == 0x80000000);
  plan.cells.push_back({"x", "float", expr::Sort::floating(32), true, expr::SymbolId(size_t{3})});
  EXPECT_TRUE((*parseInput(plan, {"x=0.1f"}, 4))[3] == bitsOf(0.1f));
  EXPECT_TRUE((*parseInput(plan, {"x=-INFINITY"}, 4))[3] == 0xff800000);
  for (const char* bad : {"i", "z=1", "i=", "i=5000000000", "c=256", "c=-129", "d=x", "i=1x", "i=-2147483649"})
    EXPECT_FALSE(parseInput(plan, {bad}, 3)) << bad;
}

}  // namespace
}  // namespace cleave::driver
