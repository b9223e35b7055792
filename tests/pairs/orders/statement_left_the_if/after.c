#include <stdio.h>

int f(signed char n, signed char x) {
  int r = 0;
  if (n != 5) {
    r = x;
  }
  printf("q\n");
  return r;
}
