#include <errno.h>
#include <stdlib.h>

long parse(const char *text) {
  errno = 0;
  long value = strtol(text, NULL, 10);
  if (errno != 0) return -1;
  return value;
}
