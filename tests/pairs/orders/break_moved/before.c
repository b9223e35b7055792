#include <stdio.h>

int f(unsigned char n, signed char x) {
  int i;
  for (i = 0; i < 3; i++) {
    if (i == n) break;
    printf("%d\n", i);
  }
  return x;
}
