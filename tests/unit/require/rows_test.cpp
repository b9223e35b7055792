#include "require/rows.h"

#include <gtest/gtest.h>

namespace cleave::require {
namespace {

using expr::ExprId;
using expr::ExprPool;
using expr::Sort;

class RowsTest : public ::testing::Test {
 protected:
  ExprPool pool;
  ExprId x = pool.symbolExpr(pool.addSymbol({"x", Sort::bits(32), true}));
  ExprId y = pool.symbolExpr(pool.addSymbol({"y", Sort::bits(32), true}));

  // Writes x where y was, as often as that.
  Row writing(uint32_t times) {
    Row row;
    row.begun = row.done = times;
    for (uint32_t k = 0; k < times; ++k) {
      const std::string slot = "[" + std::to_string(k) + "]";
      row.values["v" + slot] = {"", x, false};
      row.values["o" + slot] = {"", y, false};
      row.values["p" + slot] = {"where p leads to", {}, false};
    }
    return row;
  }
};

TEST_F(RowsTest, TheOtherVersionLeavesWhatWasThere) {
  Both<Rows> rows;
  rows.after = {{writing(1)}, true};
  splitOld(rows, Side::After);
  ASSERT_EQ(rows.before.all.size(), 1u);
  EXPECT_EQ(rows.after.all[0].values.at("v[0]").expr, x);
  EXPECT_EQ(rows.before.all[0].values.at("v[0]").expr, y);
  for (const Side side : kSides) {
    const Row& row = rows.of(side).all[0];
    EXPECT_FALSE(row.values.contains("o[0]")) << "what was there is no value of its own";
    EXPECT_EQ(row.values.at("p[0]").form, "where p leads to") << "the place is the same";
    EXPECT_TRUE(row.reaches());
  }
}

TEST_F(RowsTest, BothCoverTheSameStates) {
  Both<Rows> rows;
  Row elsewhere;
  elsewhere.condition = {pool.equal(x, y)};
  rows.before = {{writing(2), elsewhere}, true};
  splitOld(rows, Side::Before);
  ASSERT_EQ(rows.after.all.size(), 2u);
  EXPECT_TRUE(rows.after.isExhaustive);
  EXPECT_EQ(rows.after.all[1].condition, elsewhere.condition);
  EXPECT_FALSE(rows.after.all[1].reaches());
  EXPECT_EQ(rows.after.all[0].values.at("v[1]").expr, y);
  EXPECT_EQ(rows.before.all[0].values.at("v[1]").expr, x);
}

TEST_F(RowsTest, WhatWasThereMayHaveNoValue) {
  Both<Rows> rows;
  Row row = writing(1);
  row.values["o[0]"] = {"uninitialised", {}, true};
  rows.after = {{row}, false};
  splitOld(rows, Side::After);
  EXPECT_TRUE(rows.before.all[0].values.at("v[0]").isUndefined);
  EXPECT_FALSE(rows.after.all[0].values.at("v[0]").isUndefined);
  EXPECT_FALSE(rows.before.isExhaustive);
}

}  // namespace
}  // namespace cleave::require
