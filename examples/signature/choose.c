#include <stdio.h>
int out;
void choose(int x, int y, int z) {
  int a, b = 0;
  if (x - y > 0)
    a = x;
  else
    a = y;
  if (x + y > 10) b = a;
  if (z * z > 3)
    printf("square(z) > 3\n");
  else
    printf("square(z) <= 3\n");
  out = b;
}
