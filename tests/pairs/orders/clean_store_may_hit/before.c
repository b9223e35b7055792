#include <stdio.h>

int f(int n, int x) {
  int a, b = 0;
  a = x;
  int *p = n > 3 ? &a : &b;
  *p = 7;
  return a;
}
