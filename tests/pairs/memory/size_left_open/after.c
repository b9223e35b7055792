#include <stdlib.h>

int f(unsigned n) {
  unsigned char *p = malloc(n);
  if (!p) return -1;
  if (n >= 7) p[6] = 1;
  int r = n >= 7;
  free(p);
  return r;
}
