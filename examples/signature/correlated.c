#include <stdio.h>
int correlated(int x, int y) {
  int a[4] = {0, 1, 1, 1}, out;
  if (x > 0) printf("x is greater than zero\n");
  if (a[x & 3])
    if (y > 0) out = 1; else out = 2;
  else
    out = 3;
  return out;
}
