// Dates of the Gregorian calendar, also before it was introduced.
#ifndef CALENDAR_H
#define CALENDAR_H

typedef struct {
  int year, month, day;  // months from 1 to 12
} date;

int is_leap(int year);
int days_in_month(int year, int month);
int day_number(const date* day);
int weekday(int number);
int days_until(int number, int wanted);
int is_valid(const date* day);
void add_months(const date* from, int months, date* to);
int week_of_year(const date* day);

#endif
