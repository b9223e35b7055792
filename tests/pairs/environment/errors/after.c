// A call may set errno to anything.
#include <errno.h>
int attempt(int a);
int go(int a) {
  while (attempt(a) < 0)
    if (errno != EINTR && errno != EAGAIN) return -1;
  return 0;
}
