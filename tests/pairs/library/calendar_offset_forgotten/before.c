// The minute of the local day.
#include <time.h>
int minute(void) {
  const time_t t = 1700000000;
  const struct tm *parts = localtime(&t);
  return parts->tm_hour * 60 + parts->tm_min;
}
