#include <math.h>
double smallest(double a, double b) { return fmin(a, b); }
