#include <stdlib.h>

int f(signed char n) {
  char *p = malloc(n);
  int r = p != 0;
  free(p);
  return r;
}
