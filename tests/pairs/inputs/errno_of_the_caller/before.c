#include <errno.h>
#include <stdlib.h>

int f(int x) {
  errno = 0;
  int y = abs(x);
  return errno != 0 ? -1 : y;
}
