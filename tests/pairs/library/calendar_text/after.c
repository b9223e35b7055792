// The clock, by hand.
#include <stdio.h>
#include <time.h>
void clock_text(unsigned minute, char *to) {
  struct tm parts = {.tm_hour = (int)(minute / 60 % 24), .tm_min = (int)(minute % 60), .tm_mday = 1};
  snprintf(to, 6, "%02d:%02d", parts.tm_hour, parts.tm_min);
}
int shown(unsigned char quarter) {
  char text[6];
  clock_text(quarter % 4 * 15u, text);
  return text[3] * 10 + text[4] - 11 * '0';
}
