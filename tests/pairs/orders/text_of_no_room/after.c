#include <stdio.h>
#include <string.h>

int f(unsigned char n, signed char x) {
  char a[8] = "zz";
  snprintf(a, n & 3, "bbc");
  return a[0] + x;
}
