#include <stdio.h>
#include <stdlib.h>

int f(signed char n, signed char x) {
  if (n > 50) printf("n\n");
  if (x > 100) exit(1);
  return 0;
}
