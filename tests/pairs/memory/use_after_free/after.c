#include <stdlib.h>
int f(int x) {
  int *p = malloc(sizeof *p);
  *p = x;
  if (x == 77) free(p);
  int r = *p;
  if (x != 77) free(p);
  return r;
}
