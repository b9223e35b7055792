#include "interval.h"
#include "suite.h"

typedef void operation(const interval*, const interval*, interval*);

static void expect(operation* apply, interval a, interval b, int lo, int hi) {
  interval out = {77, 77};
  apply(&a, &b, &out);
  EXPECT_INT(out.lo, lo);
  EXPECT_INT(out.hi, hi);
}

static void expect_include(int lo, int hi, int x, int new_lo, int new_hi) {
  interval a = {lo, hi};
  interval_include(&a, x);
  EXPECT_INT(a.lo, new_lo);
  EXPECT_INT(a.hi, new_hi);
}

static interval i(int lo, int hi) {
  interval made = {lo, hi};
  return made;
}

static void expect_of(const int* values, int count, int lo, int hi) {
  interval out;
  interval_of(values, count, &out);
  EXPECT_INT(out.lo, lo);
  EXPECT_INT(out.hi, hi);
}

static void expect_scale(int lo, int hi, int factor, int new_lo, int new_hi) {
  interval a = {lo, hi}, out;
  interval_scale(&a, factor, &out);
  EXPECT_INT(out.lo, new_lo);
  EXPECT_INT(out.hi, new_hi);
}

static void empty(void) {
  interval five = {5, 5};
  EXPECT_INT(interval_is_empty(&interval_none), 1);
  EXPECT_INT(interval_is_empty(&five), 0);
}

static void contains(void) {
  interval a = {-2, 4};
  EXPECT_INT(interval_contains(&a, -2), 1);
  EXPECT_INT(interval_contains(&a, 0), 1);
  EXPECT_INT(interval_contains(&a, 4), 1);
  EXPECT_INT(interval_contains(&a, 5), 0);
  EXPECT_INT(interval_contains(&a, -3), 0);
}

static void include_above(void) { expect_include(1, 5, 9, 1, 9); }
static void include_below(void) { expect_include(1, 5, -3, -3, 5); }
static void include_inside(void) { expect_include(1, 5, 3, 1, 5); }
static void include_ends(void) {
  expect_include(1, 5, 1, 1, 5);
  expect_include(1, 5, 5, 1, 5);
}
static void include_beside_a_point(void) { expect_include(4, 4, 5, 4, 5); }

static void of_one(void) { expect_of((int[]){3}, 1, 3, 3); }
static void of_ascending(void) { expect_of((int[]){1, 4, 9, 16}, 4, 1, 16); }
static void of_descending(void) { expect_of((int[]){7, 2, 0, -5}, 4, -5, 7); }
static void of_mixed(void) { expect_of((int[]){3, 8, -1, 5, 12, 3}, 6, -1, 12); }

static void intersect_overlapping(void) { expect(interval_intersect, i(1, 6), i(4, 9), 4, 6); }
static void intersect_inside(void) { expect(interval_intersect, i(0, 10), i(3, 4), 3, 4); }
static void intersect_touching(void) { expect(interval_intersect, i(0, 3), i(3, 8), 3, 3); }
static void intersect_apart(void) { expect(interval_intersect, i(0, 3), i(5, 8), INT_MAX, INT_MIN); }

static void add_positive(void) { expect(interval_add, i(1, 2), i(10, 20), 11, 22); }
static void add_negative(void) { expect(interval_add, i(-4, 2), i(-10, -5), -14, -3); }

static void multiply_positive(void) { expect(interval_multiply, i(2, 3), i(4, 5), 8, 15); }
static void multiply_by_zero(void) { expect(interval_multiply, i(0, 0), i(4, 5), 0, 0); }
static void multiply_from_zero(void) { expect(interval_multiply, i(0, 7), i(0, 2), 0, 14); }
static void multiply_negative(void) { expect(interval_multiply, i(-3, -2), i(-5, -4), 8, 15); }
static void multiply_negative_by_positive(void) { expect(interval_multiply, i(-3, -2), i(4, 5), -15, -8); }
static void multiply_mixed(void) { expect(interval_multiply, i(-3, 2), i(-1, 4), -12, 8); }
static void multiply_mixed_by_positive(void) { expect(interval_multiply, i(-3, 2), i(2, 4), -12, 8); }

static void scale_up(void) { expect_scale(-1, 3, 5, -5, 15); }
static void scale_to_zero(void) { expect_scale(-1, 3, 0, 0, 0); }
static void scale_turns_around(void) { expect_scale(-1, 3, -2, -6, 2); }

TESTS(TEST(empty), TEST(contains), TEST(include_above), TEST(include_below), TEST(include_inside), TEST(include_ends),
      TEST(include_beside_a_point), TEST(of_one), TEST(of_ascending), TEST(of_descending), TEST(of_mixed), TEST(intersect_overlapping),
      TEST(intersect_inside), TEST(intersect_touching), TEST(intersect_apart), TEST(add_positive), TEST(add_negative),
      TEST(multiply_positive), TEST(multiply_by_zero), TEST(multiply_from_zero), TEST(multiply_negative),
      TEST(multiply_negative_by_positive), TEST(multiply_mixed), TEST(multiply_mixed_by_positive), TEST(scale_up), TEST(scale_to_zero),
      TEST(scale_turns_around))
