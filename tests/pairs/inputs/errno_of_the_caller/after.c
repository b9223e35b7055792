#include <errno.h>
#include <stdlib.h>

int f(int x) {
  int y = abs(x);
  return errno != 0 ? -1 : y;
}
