#include <math.h>
double debt(int balance) { return fmin((double)balance, -0.0); }
