#include <stdio.h>

int f(signed char n, signed char x) {
  int y = 10 / x;
  if (n > 3) printf("more\n");
  return y;
}
