#include <stdio.h>

int f(unsigned char n, signed char x) {
  int i;
  for (i = 0; i < 3; i++) {
    printf("%d\n", i);
    if (i == n) break;
  }
  return x;
}
