#include <math.h>
long double whole(long double x) { return floorl(x); }
