#include <stdio.h>
void show(long double x) { printf("%Lg %.3Lf\n", -x, x); }
