#include "suite.h"
#include "tank.h"

static Tank filled(unsigned capacity, unsigned level) {
  Tank tank(capacity);
  tank.fill(level);
  return tank;
}

static void begins_empty() {
  Tank tank(10);
  EXPECT_INT(tank.level(), 0);
  EXPECT_INT(tank.room(), 10);
  EXPECT_INT(tank.empty(), true);
}

static void fills_part() {
  Tank tank(10);
  EXPECT_INT(tank.fill(4), 4);
  EXPECT_INT(tank.level(), 4);
  EXPECT_INT(tank.spilled(), 0);
}

static void fills_up() {
  Tank tank = filled(10, 4);
  EXPECT_INT(tank.fill(6), 6);
  EXPECT_INT(tank.room(), 0);
}

static void spills_the_rest() {
  Tank tank = filled(10, 4);
  EXPECT_INT(tank.fill(9), 6);
  EXPECT_INT(tank.spilled(), 3);
  EXPECT_INT(tank.level(), 10);
}

static void spills_all_when_full() {
  Tank tank = filled(10, 10);
  EXPECT_INT(tank.fill(5), 0);
  EXPECT_INT(tank.spilled(), 5);
}

static void fills_nothing() {
  Tank tank = filled(10, 3);
  EXPECT_INT(tank.fill(0), 0);
  EXPECT_INT(tank.level(), 3);
}

static void drains_part() {
  Tank tank = filled(10, 8);
  EXPECT_INT(tank.drain(3), 3);
  EXPECT_INT(tank.level(), 5);
}

static void drains_all() {
  Tank tank = filled(10, 8);
  EXPECT_INT(tank.drain(8), 8);
  EXPECT_INT(tank.empty(), true);
}

static void drains_no_more_than_there_is() {
  Tank tank = filled(10, 8);
  EXPECT_INT(tank.drain(20), 8);
  EXPECT_INT(tank.level(), 0);
}

static void drains_an_empty_tank() {
  Tank tank(10);
  EXPECT_INT(tank.drain(2), 0);
}

static void drains_nothing() {
  Tank tank = filled(10, 8);
  EXPECT_INT(tank.drain(0), 0);
  EXPECT_INT(tank.level(), 8);
}

static void keeps_the_reserve() {
  Tank tank(10, 3);
  tank.fill(8);
  EXPECT_INT(tank.drain(9), 5);
  EXPECT_INT(tank.level(), 3);
  EXPECT_INT(tank.drain(1), 0);
}

static void drains_above_the_reserve() {
  Tank tank(10, 3);
  tank.fill(8);
  EXPECT_INT(tank.drain(4), 4);
  EXPECT_INT(tank.level(), 4);
}

static void pours_no_reserve() {
  Tank from(10, 4), to(10);
  from.fill(6);
  EXPECT_INT(from.pourInto(to, 5), 2);
  EXPECT_INT(from.level(), 4);
  EXPECT_INT(to.level(), 2);
}

static void pours() {
  Tank from = filled(10, 8), to = filled(5, 1);
  EXPECT_INT(from.pourInto(to, 3), 3);
  EXPECT_INT(from.level(), 5);
  EXPECT_INT(to.level(), 4);
}

static void pours_what_fits() {
  Tank from = filled(10, 8), to = filled(5, 3);
  EXPECT_INT(from.pourInto(to, 7), 2);
  EXPECT_INT(from.level(), 6);
  EXPECT_INT(to.spilled(), 0);
}

static void pours_what_there_is() {
  Tank from = filled(10, 2), to = filled(9, 3);
  EXPECT_INT(from.pourInto(to, 5), 2);
  EXPECT_INT(from.empty(), true);
  EXPECT_INT(to.level(), 5);
}

static void balances() {
  Tank one = filled(10, 9), other = filled(10, 2);
  EXPECT_INT(one.balance(other), true);
  EXPECT_INT(one.level(), 6);
  EXPECT_INT(other.level(), 5);
}

static void balances_the_other_way() {
  Tank one = filled(10, 1), other = filled(10, 7);
  EXPECT_INT(one.balance(other), true);
  EXPECT_INT(one.level(), 4);
  EXPECT_INT(other.level(), 4);
}

static void balances_what_is_balanced() {
  Tank one = filled(10, 5), other = filled(10, 5);
  EXPECT_INT(one.balance(other), true);
  EXPECT_INT(one.level(), 5);
}

static void cannot_balance_into_a_small_tank() {
  Tank one = filled(20, 18), other = filled(4, 2);
  EXPECT_INT(one.balance(other), false);
  EXPECT_INT(other.room(), 0);
  EXPECT_INT(one.level(), 16);
}

static void follows_orders() {
  Tank tank(20);
  EXPECT_INT(follow(tank, "f9f9d4"), 14);
}

static void follows_down_to_the_reserve() {
  Tank tank(20, 5);
  EXPECT_INT(follow(tank, "f9d9f3d1"), 7);
}

static void follows_until_empty() {
  Tank tank(20);
  EXPECT_INT(follow(tank, "f3d9f1"), 1);
}

static void follows_no_orders() {
  Tank tank = filled(20, 7);
  EXPECT_INT(follow(tank, ""), 7);
  EXPECT_INT(follow(tank, "x3"), 7);
  EXPECT_INT(follow(tank, "f"), 7);
}

TESTS(TEST(begins_empty), TEST(fills_part), TEST(fills_up), TEST(spills_the_rest), TEST(spills_all_when_full), TEST(fills_nothing),
      TEST(drains_part), TEST(drains_all), TEST(drains_no_more_than_there_is), TEST(drains_an_empty_tank), TEST(drains_nothing),
      TEST(keeps_the_reserve), TEST(drains_above_the_reserve), TEST(pours_no_reserve), TEST(pours), TEST(pours_what_fits),
      TEST(pours_what_there_is), TEST(balances), TEST(balances_the_other_way), TEST(balances_what_is_balanced),
      TEST(cannot_balance_into_a_small_tank), TEST(follows_orders), TEST(follows_down_to_the_reserve), TEST(follows_until_empty),
      TEST(follows_no_orders))
