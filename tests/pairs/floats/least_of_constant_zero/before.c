#include <math.h>
// The compiler puts the constant where a tie goes: -0.0 becomes 0.0.
double capped(double level) { return fmin(level, 0.0); }
