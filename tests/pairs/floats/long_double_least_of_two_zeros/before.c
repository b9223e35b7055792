#include <math.h>
long double least(long double x, long double y) { return fminl(x, y); }
