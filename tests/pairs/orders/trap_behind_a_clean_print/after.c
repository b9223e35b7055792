#include <stdio.h>

int f(signed char n, signed char x) {
  if (n > 3) printf("more\n");
  int y = 10 / x;
  return y;
}
