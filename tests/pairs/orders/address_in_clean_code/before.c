#include <stdint.h>

int lower;

int f(int n, int x) {
  int a[4] = {1}, b[4] = {2};
  int *p = a, *q = b;
  if (n > 0) lower = (uintptr_t)p < (uintptr_t)q;
  return x * 2;
}
