#include <stdio.h>
void show(double x, double y) {
  double product = x * y;
  product /= 3;
  printf("%g\n", product);
}
