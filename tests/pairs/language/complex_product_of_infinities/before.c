// Infinite, although the formula says neither is a number.
#include <complex.h>
#include <math.h>
int infinite(int n) {
  double complex z = __builtin_complex(n > 3 ? (double)INFINITY : 1.0, (double)NAN), w = __builtin_complex(2.0, (double)INFINITY);
  return isinf(creal(z * w)) != 0;
}
