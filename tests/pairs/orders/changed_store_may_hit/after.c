#include <stdio.h>

int f(int n, int x) {
  int a = 0, b = 0;
  int *p = n > 3 ? &a : &b;
  *p = x + 1;
  return a;
}
