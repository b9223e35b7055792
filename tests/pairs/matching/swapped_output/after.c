#include <stdio.h>
int f(int a, int b) {
  printf("%d", b);
  printf("%d", a);
  return 0;
}
