#include <stdio.h>
#include <stdlib.h>

int f(signed char n, signed char x) {
  fprintf(stderr, "e\n");
  if (x == 3) exit(4);
  printf("o\n");
  return n;
}
