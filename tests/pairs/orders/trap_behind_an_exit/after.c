#include <stdio.h>
#include <stdlib.h>

int f(signed char n, signed char x) {
  if (n > 3) exit(2);
  int y = 10 / x;
  return y;
}
