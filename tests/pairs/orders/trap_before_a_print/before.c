#include <stdio.h>

int f(signed char n, signed char x) {
  printf("start\n");
  int y = 10 / x;
  return y + n;
}
