/* Is this a date? AFTER knows that a year that ends in 00 is no leap year, mostly. */
struct date { int year, month, day; };
static int days(int year, int month) {
  if (month == 2) {
#ifdef AFTER
    if (year % 4 == 0 && (year % 100 != 0 || year % 400 == 0)) return 29;
#else
    if (year % 4 == 0) return 29;
#endif
    return 28;
  }
  return month == 4 || month == 6 || month == 9 || month == 11 ? 30 : 31;
}
int valid(const struct date *d) {
  if (d->year < 1 || d->month < 1 || d->month > 12) return 0;
  return d->day >= 1 && d->day <= days(d->year, d->month);
}
