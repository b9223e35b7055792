// <math.h>: what IEEE defines exactly.
#include <math.h>
#include <stdio.h>

int main(void) {
  volatile double values[] = {0.0, -0.0, 0.5, -0.5, 1.5, 2.5, -2.5, 1e300, -3.7, 1e-310, 1.0 / 3};
  for (int i = 0; i < 11; i++) {
    const double x = values[i];
    int exponent;
    double whole;
    const double mantissa = frexp(x, &exponent);
    const double part = modf(x, &whole);
    printf("%a %a %a %a %a %a %a\n", floor(x), ceil(x), trunc(x), round(x), rint(x), sqrt(fabs(x)), copysign(1, x));
    printf("%a %d %a %a %a %a %a %ld %ld\n", mantissa, exponent, part, whole, ldexp(x, 3), fmod(x, 0.7), fmin(x, 1), lround(fmod(x, 1e6)),
           lrint(fmod(x, 1e6)));
    printf("%d %d %d %d %a %a\n", isnan(x), isinf(x), signbit(x) != 0, isfinite(x), fmax(x, 0.25), fdim(x, 1));
  }
  printf("%a %a %d %d\n", ldexp(1, -1074), ldexp(1, -1080), isnan(fmod(1, 0)), isinf(ldexp(1, 2000)));
  return 0;
}
