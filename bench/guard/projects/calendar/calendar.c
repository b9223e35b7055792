#include "calendar.h"

static int floor_div(int a, int b) { return a / b - (a % b < 0); }

int is_leap(int year) { return year % 4 == 0 && (year % 100 != 0 || year % 400 == 0); }

// There are twelve months; to all other numbers it gives 31 days.
int days_in_month(int year, int month) {
  switch (month) {
    case 4:
    case 6:
    case 9:
    case 11:
      return 30;
    case 2:
      return is_leap(year) ? 29 : 28;
    default:
      return 31;
  }
}

// Days since 1970-01-01, negative before that.
int day_number(const date* day) {
  int year = day->month > 2 ? day->year : day->year - 1;  // which begins in March, so that the leap day is its last
  int month = day->month > 2 ? day->month - 3 : day->month + 9;
  int leaps = floor_div(year, 4) - floor_div(year, 100) + floor_div(year, 400);
  return year * 365 + leaps + (month * 153 + 2) / 5 + day->day - 719469;
}

// Of a day number: 0 is Monday, 6 is Sunday.
int weekday(int number) {
  int rest = (number + 3) % 7;
  return rest < 0 ? rest + 7 : rest;
}

// How many days later it is that weekday; 0 if it is today.
int days_until(int number, int wanted) {
  int days = wanted - weekday(number);
  return days < 0 ? days + 7 : days;
}

int is_valid(const date* day) {
  if (day->month < 1 || day->month > 12) return 0;
  return day->day >= 1 && day->day <= days_in_month(day->year, day->month);
}

// The same day of a later month (an earlier one, if `months` is negative), or the last day of that month if it is shorter.
void add_months(const date* from, int months, date* to) {
  int count = from->year * 12 + from->month - 1 + months;
  int year = floor_div(count, 12);
  int month = count - year * 12 + 1;
  int last = days_in_month(year, month);
  to->year = year;
  to->month = month;
  to->day = from->day < last ? from->day : last;
}

// Weeks begin on Monday; the days before the first Monday of a year are in week 0.
int week_of_year(const date* day) {
  date first = {day->year, 1, 1};
  int number = day_number(&first);
  int begun = day_number(day) - number - days_until(number, 0);  // days since the first Monday
  return begun < 0 ? 0 : begun / 7 + 1;
}
