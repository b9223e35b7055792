#include <math.h>
typedef double (*Choice)(double, double);
double largest(double a, double b) {
  Choice choose = fmax;
  return choose(a, b);
}
