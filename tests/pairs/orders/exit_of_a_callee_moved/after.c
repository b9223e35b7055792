#include <stdio.h>
#include <stdlib.h>

static int next(int v) {
  if (v == 7) exit(3);
  return v + 1;
}

int f(signed char n, signed char x) {
  int r = next(x);
  if (n == 4) printf("four\n");
  return r;
}
