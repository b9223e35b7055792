#include <stdio.h>
#include <stdlib.h>

int f(signed char n, signed char x) {
  int y = 10 / x;
  if (n > 3) exit(2);
  return y;
}
