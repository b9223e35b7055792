#include <errno.h>

int half(int n) {
  if (n % 2 != 0) {
    errno = EDOM;
    return -1;
  }
  return n / 2;
}
