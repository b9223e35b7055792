#include <stdio.h>

int f(signed char n, signed char x) {
  int k = n + 1;
  int y = 10 / x;
  printf("%d\n", k > 3);
  return y;
}
