#include <stdio.h>

int f(void) {
  int n = 0;
  scanf("%d", &n);
  return n > 5;
}
