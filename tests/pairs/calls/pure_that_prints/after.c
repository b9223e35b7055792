#include <stdio.h>

__attribute__((pure)) static int twice(int x) {
  printf("%d\n", x);
  return 2 * x;
}
int f(int x) { return x; }
