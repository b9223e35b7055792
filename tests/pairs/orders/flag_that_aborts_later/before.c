#include <stdio.h>
#include <stdlib.h>

int f(signed char n, signed char x) {
  int flag = 0;
  if (x == 9) flag = 1;
  printf("a\n");
  if (flag) abort();
  printf("b\n");
  return n;
}
