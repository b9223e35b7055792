#include <stdio.h>

int f(signed char n, signed char x) {
  for (int i = 0; i < n && i < 3; i++) {
    printf("next\n");
    printf("%d\n", i);
  }
  return x;
}
