#include <math.h>
long double whole(long double x) { return x < 0 ? ceill(x) : truncl(x); }
