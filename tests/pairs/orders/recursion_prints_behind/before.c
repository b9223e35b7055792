#include <stdio.h>

static void walk(int n) {
  if (n <= 0) return;
  printf("%d\n", n);
  walk(n - 1);
}

int f(signed char n, signed char x) {
  walk(n & 3);
  return x;
}
