#include <stdlib.h>

int f(int n, int x) {
  int *p = malloc(sizeof *p), *q = malloc(sizeof *q);
  *p = 1;
  *q = 1;
  int *t = q;
  if (n == 77) t = p;
  free(t);
  return 1;
}
