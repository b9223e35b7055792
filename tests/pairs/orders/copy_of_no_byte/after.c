#include <stdio.h>
#include <string.h>

int f(unsigned char n, signed char x) {
  int a = 0;
  int b = x + 1;
  memcpy(&a, &b, n & 4);
  return a;
}
