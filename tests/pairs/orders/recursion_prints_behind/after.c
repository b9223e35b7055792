#include <stdio.h>

static void walk(int n) {
  if (n <= 0) return;
  walk(n - 1);
  printf("%d\n", n);
}

int f(signed char n, signed char x) {
  walk(n & 3);
  return x;
}
