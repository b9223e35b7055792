#include <stdio.h>

static void show(int v) { printf("%d\n", v); }

int f(int n, int x) {
  show(n);
  show(x);
  return 0;
}
