#include <string.h>
static void *(*const volatile wipe)(void *, int, size_t) = &memset;
void forget(char *secret, size_t n) {
  n = n < 4 ? n : 3;
  wipe(secret, 0, n);
}
