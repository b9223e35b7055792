#include <math.h>
// What the compiler knows of the second operand depends on how it selects the block.
double smallest(double a, int b) { return fmin(a, b); }
