#include <stdio.h>

int out;
static void set(int v) { out = v > 3; }

int f(int n, int x) {
  set(x);
  return 0;
}
