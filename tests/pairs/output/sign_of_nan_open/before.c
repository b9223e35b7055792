#include <stdio.h>
// In one expression, the compiler may move the minus into the product.
void show(double x, double y) { printf("%g\n", -(x * y)); }
