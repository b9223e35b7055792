#include <stdio.h>
#include <string.h>

int f(unsigned char n, signed char x) {
  int a = 0;
  memset(&a, x, n & 4);
  return a;
}
