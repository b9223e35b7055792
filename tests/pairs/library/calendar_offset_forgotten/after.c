// The minute of the local day.
#include <time.h>
int minute(void) {
  const time_t t = 1700000000;
  struct tm parts;
  localtime_r(&t, &parts);
  const int second = (int)(t % 86400) + (int)parts.tm_gmtoff / 3600 * 3600;
  return (second + 86400) % 86400 / 60;
}
