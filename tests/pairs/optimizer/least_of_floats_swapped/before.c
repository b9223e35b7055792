#include <math.h>
float smallest(float a, float b) { return fminf(a, b); }
