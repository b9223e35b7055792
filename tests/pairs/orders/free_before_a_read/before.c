#include <stdio.h>
#include <stdlib.h>

int f(signed char n, signed char x) {
  int *p = malloc(sizeof *p);
  *p = x;
  int r = 0;
  if (n > 3) r = *p;
  free(p);
  return r;
}
