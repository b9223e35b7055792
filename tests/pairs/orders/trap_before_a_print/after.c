#include <stdio.h>

int f(signed char n, signed char x) {
  int y = 10 / x;
  printf("start\n");
  return y + n;
}
