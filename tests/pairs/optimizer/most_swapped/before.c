#include <math.h>
double largest(double a, double b) { return fmax(a, b); }
