#include <stdio.h>
void show(long double x) { printf("%Lg %.3Lf\n", 0 - x, x); }
