#include <stdlib.h>

int f(int n, int x) {
  int *p = malloc(sizeof *p);
  *p = 5;
  if (n == 77) free(p);
  return *p + x;
}
