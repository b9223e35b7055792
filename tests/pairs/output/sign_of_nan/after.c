#include <stdio.h>
void show(double x, double y) {
  double opposite = -y;
  printf("%g\n", x * opposite);
}
