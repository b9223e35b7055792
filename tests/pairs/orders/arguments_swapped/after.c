#include <stdio.h>

static void show(int v) { printf("%d\n", v); }

int f(int n, int x) {
  show(x);
  show(n);
  return 0;
}
