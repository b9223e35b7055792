#include <stdio.h>

static void show(int v) { printf("%d\n", v > 3); }

int f(int n, int x) {
  show(x);
  return 0;
}
