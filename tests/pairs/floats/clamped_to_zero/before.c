#include <math.h>
double clamped(double level) { return fmin(fmax(level, -1.0), 0.0); }
