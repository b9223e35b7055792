#include <stdlib.h>
#include <time.h>
int hours(void) {
  const time_t t = 0;
  const char *zone = getenv("TZ");
  const int size = (zone[2] - '0') * 10 + zone[3] - '0';
  return localtime(&t)->tm_gmtoff < 0 ? -size : size;
}
