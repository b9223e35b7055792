// A date in one of two years.
#include <time.h>
int date(unsigned short day) {
  time_t t = 946684800 + 86400l * (day % 730);
  struct tm parts;
  if (gmtime_r(&t, &parts) == NULL) return -1;
  return (parts.tm_year + 1900) * 10000 + (parts.tm_mon + 1) * 100 + parts.tm_mday;
}
