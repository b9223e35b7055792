#include <stdio.h>
#include <stdlib.h>

int f(signed char n, signed char x) {
  int k = x;
  if (n > 3) {
    printf("end\n");
    exit(k > 100);
  }
  printf("%d\n", n);
  return 0;
}
