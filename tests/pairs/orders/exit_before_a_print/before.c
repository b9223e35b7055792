#include <stdio.h>
#include <stdlib.h>

int f(signed char n, signed char x) {
  printf("start\n");
  if (x > 100) exit(1);
  return n;
}
