// The clock, by hand.
#include <stdio.h>
#include <time.h>
void clock_text(unsigned minute, char *to) {
  struct tm parts = {.tm_hour = (int)(minute / 60 % 24), .tm_min = (int)(minute % 60), .tm_mday = 1};
  strftime(to, 6, "%H:%M", &parts);
}
int shown(unsigned char quarter) {
  char text[6];
  clock_text(quarter % 4 * 15u, text);
  return text[3] * 10 + text[4] - 11 * '0';
}
