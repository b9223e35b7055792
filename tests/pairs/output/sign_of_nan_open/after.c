#include <stdio.h>
void show(double x, double y) {
  double product = x * y;
  printf("%g\n", -product);
}
