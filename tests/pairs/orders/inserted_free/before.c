#include <stdlib.h>

int f(int n, int x) {
  int *p = malloc(sizeof *p);
  *p = 5;
  return *p + x;
}
