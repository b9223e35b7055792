#include <stdio.h>
void show(double x, double y) { printf("%g\n", -(x * y)); }
