#include "calendar.h"
#include "suite.h"

static int number(int year, int month, int day) {
  date at = {year, month, day};
  return day_number(&at);
}

static void expect_months(int year, int month, int day, int months, int to_year, int to_month, int to_day) {
  date from = {year, month, day}, to = {0, 0, 0};
  add_months(&from, months, &to);
  EXPECT_INT(to.year, to_year);
  EXPECT_INT(to.month, to_month);
  EXPECT_INT(to.day, to_day);
}

static int valid(int year, int month, int day) {
  date at = {year, month, day};
  return is_valid(&at);
}

static int week(int year, int month, int day) {
  date at = {year, month, day};
  return week_of_year(&at);
}

static void leap_years(void) {
  EXPECT_INT(is_leap(2024), 1);
  EXPECT_INT(is_leap(2023), 0);
  EXPECT_INT(is_leap(1900), 0);
  EXPECT_INT(is_leap(2000), 1);
}

static void months_have_days(void) {
  int days[] = {31, 28, 31, 30, 31, 30, 31, 31, 30, 31, 30, 31};
  for (int month = 1; month <= 12; month++) EXPECT_INT(days_in_month(2023, month), days[month - 1]);
  EXPECT_INT(days_in_month(2024, 2), 29);
}

static void epoch_is_zero(void) { EXPECT_INT(number(1970, 1, 1), 0); }
static void day_after_epoch(void) { EXPECT_INT(number(1970, 1, 2), 1); }
static void leap_day_has_a_number(void) { EXPECT_INT(number(2024, 2, 29), 19782); }
static void end_of_a_year(void) { EXPECT_INT(number(2024, 12, 31), 20088); }
static void eve_of_the_epoch(void) { EXPECT_INT(number(1969, 12, 31), -1); }

static void numbers_have_no_gaps(void) {
  int expected = number(1999, 12, 31);
  for (int month = 1; month <= 12; month++) {
    for (int day = 1; day <= days_in_month(2000, month); day++) EXPECT_INT(number(2000, month, day), ++expected);
  }
}

static void weekdays_of_a_week(void) {
  for (int i = 0; i < 7; i++) EXPECT_INT(weekday(number(2024, 4, 1) + i), i);
}

static void weekday_of_the_epoch(void) { EXPECT_INT(weekday(0), 3); }
static void weekday_of_a_sunday(void) { EXPECT_INT(weekday(number(2023, 1, 1)), 6); }

static void weekday_before_the_epoch(void) {
  EXPECT_INT(weekday(-1), 2);
  EXPECT_INT(weekday(-3), 0);
}

static void until_later_this_week(void) { EXPECT_INT(days_until(number(2024, 4, 1), 4), 4); }
static void until_next_week(void) { EXPECT_INT(days_until(number(2024, 4, 5), 0), 3); }
static void until_today(void) { EXPECT_INT(days_until(number(2024, 4, 3), 2), 0); }
static void until_yesterday_comes_again(void) { EXPECT_INT(days_until(number(2024, 4, 3), 1), 6); }

static void valid_dates(void) {
  EXPECT_INT(valid(2024, 2, 29), 1);
  EXPECT_INT(valid(2023, 12, 31), 1);
  EXPECT_INT(valid(2023, 1, 1), 1);
}

static void invalid_dates(void) {
  EXPECT_INT(valid(2023, 2, 29), 0);
  EXPECT_INT(valid(2023, 4, 31), 0);
  EXPECT_INT(valid(2023, 4, 0), 0);
  EXPECT_INT(valid(2023, 0, 4), 0);
  EXPECT_INT(valid(2023, 13, 4), 0);
}

static void month_later(void) { expect_months(2024, 3, 15, 1, 2024, 4, 15); }
static void months_into_next_year(void) { expect_months(2024, 11, 8, 3, 2025, 2, 8); }
static void months_back(void) { expect_months(2024, 2, 10, -3, 2023, 11, 10); }
static void years_later(void) { expect_months(2023, 5, 5, 24, 2025, 5, 5); }
static void no_month_later(void) { expect_months(2023, 8, 20, 0, 2023, 8, 20); }
static void end_of_january(void) { expect_months(2023, 1, 31, 1, 2023, 2, 28); }
static void end_of_january_in_a_leap_year(void) { expect_months(2024, 1, 31, 1, 2024, 2, 29); }
static void end_of_march(void) { expect_months(2024, 3, 31, 1, 2024, 4, 30); }
static void leap_day_a_year_later(void) { expect_months(2024, 2, 29, 12, 2025, 2, 28); }
static void end_of_july(void) { expect_months(2024, 7, 31, 1, 2024, 8, 31); }

static void first_week(void) { EXPECT_INT(week(2024, 1, 1), 1); }
static void week_before_the_first(void) { EXPECT_INT(week(2023, 1, 1), 0); }

static void weeks_begin_on_monday(void) {
  EXPECT_INT(week(2021, 1, 3), 0);
  EXPECT_INT(week(2021, 1, 4), 1);
  EXPECT_INT(week(2021, 1, 10), 1);
  EXPECT_INT(week(2021, 1, 11), 2);
}

static void last_week(void) { EXPECT_INT(week(2024, 12, 31), 53); }

TESTS(TEST(leap_years), TEST(months_have_days), TEST(epoch_is_zero), TEST(day_after_epoch), TEST(leap_day_has_a_number),
      TEST(end_of_a_year), TEST(eve_of_the_epoch), TEST(numbers_have_no_gaps), TEST(weekdays_of_a_week), TEST(weekday_of_the_epoch),
      TEST(weekday_of_a_sunday), TEST(weekday_before_the_epoch), TEST(until_later_this_week), TEST(until_next_week), TEST(until_today),
      TEST(until_yesterday_comes_again), TEST(valid_dates), TEST(invalid_dates), TEST(month_later), TEST(months_into_next_year),
      TEST(months_back), TEST(years_later), TEST(no_month_later), TEST(end_of_january), TEST(end_of_january_in_a_leap_year),
      TEST(end_of_march), TEST(leap_day_a_year_later), TEST(end_of_july), TEST(first_week), TEST(week_before_the_first),
      TEST(weeks_begin_on_monday), TEST(last_week))
