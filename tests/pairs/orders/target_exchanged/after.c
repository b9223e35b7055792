#include <stdio.h>

int out;
static void one(void) { out = 1; }
static void two(void) { out = 2; }

int f(int n, int x) {
  void (*p)(void) = n > 3 ? one : two;
  void (*q)(void) = x > 3 ? one : two;
  q();
  return p == q;
}
