#include <math.h>
// By name an operation, through a pointer a function of the library: they choose another of two zeros.
double largest(double a, double b) { return fmax(a, b); }
