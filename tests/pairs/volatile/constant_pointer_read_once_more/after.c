#include <string.h>
static void *(*const volatile wipe)(void *, int, size_t) = &memset;
void forget(char *secret, size_t n) {
  if (n > 3) n = 3;
  wipe(secret, 0, n);
  if (n > 2) wipe(secret, 0, 1);
}
