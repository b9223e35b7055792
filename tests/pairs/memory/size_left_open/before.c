#include <stdlib.h>

int f(unsigned n) {
  unsigned char *p = malloc(n);
  if (!p) return -1;
  if (n > 6) p[6] = 1;
  int r = n > 6 ? p[6] : 0;
  free(p);
  return r;
}
