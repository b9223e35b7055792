#include <stdio.h>
#include <stdlib.h>

static const int table[4] = {1, 2, 3, 4};

int f(unsigned char n, signed char x) {
  if (n > 3) abort();
  int y = 10 / x;
  return y + table[n];
}
