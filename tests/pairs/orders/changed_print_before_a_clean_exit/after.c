#include <stdio.h>
#include <stdlib.h>

int f(signed char n, signed char x) {
  int k = n + 1;
  if (k == 7) printf("seven\n");
  if (x > 3) exit(1);
  return 0;
}
