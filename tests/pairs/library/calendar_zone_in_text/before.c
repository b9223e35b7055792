#include <time.h>
int is_east(void) {
  char text[8];
  const time_t t = 0;
  strftime(text, sizeof text, "%z", localtime(&t));
  return text[0] == '+';
}
