#include <errno.h>
#include <math.h>
int problem(int far) {
  errno = 0;
  volatile double ignored = cos(far ? -INFINITY : 0.5);
  return errno;
}
