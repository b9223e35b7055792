#include <math.h>
double smallest(double a, int b) {
  if (a == 0 && b == 0) return 0 * a;
  return isnan(a) || b < a ? b : a;
}
