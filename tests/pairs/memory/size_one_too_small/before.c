#include <stdlib.h>

int f(unsigned n) {
  unsigned char *p = malloc(n + 7ul);
  if (!p) return -1;
  p[6] = 1;
  int r = p[6];
  free(p);
  return r;
}
