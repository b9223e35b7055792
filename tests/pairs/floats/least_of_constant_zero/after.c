#include <math.h>
double capped(double level) { return isnan(level) ? 0.0 : 0.0 < level ? 0.0 : level; }
