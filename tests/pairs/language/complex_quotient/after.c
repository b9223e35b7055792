// A quotient of complex numbers, of which the parts of one are fixed.
#include <complex.h>
double part(int n) {
  double complex z = (n & 7) + 2.0 * I;
  return creal(z / (4.0 - 3.0 * I));
}
