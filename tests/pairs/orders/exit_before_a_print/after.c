#include <stdio.h>
#include <stdlib.h>

int f(signed char n, signed char x) {
  if (x > 100) exit(1);
  printf("start\n");
  return n;
}
