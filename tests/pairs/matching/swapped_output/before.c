#include <stdio.h>
int f(int a, int b) {
  printf("%d", a);
  printf("%d", b);
  return 0;
}
