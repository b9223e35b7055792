#include <errno.h>
#include <stdlib.h>

long parse(const char *text) {
  errno = 0;
  long value = strtol(text, NULL, 10);
  return errno == 0 ? value : -1;
}
