// errno behind functions of <math.h>.
#include <errno.h>
#include <math.h>
#include <stdio.h>

#define SHOW(call)                                                  \
  do {                                                              \
    errno = 0;                                                      \
    const double result = call;                                     \
    const int error = errno;                                        \
    printf(#call " %g %d\n", result == result ? result : 0, error); \
  } while (0)

int main(void) {
  volatile double zero = 0, minus = -1, large = 1000, small = -1000;
  SHOW(sqrt(minus));
  SHOW(sqrt(large));
  SHOW(log(zero));
  SHOW(log(minus));
  SHOW(exp(large));
  SHOW(exp(small));
  SHOW(pow(large, large));
  SHOW(pow(minus, 0.5));
  SHOW(fmod(large, zero));
  SHOW(acos(large));
  SHOW(ldexp(large, 5000));
  SHOW(sin(large));
  SHOW((double)sqrtf((float)minus));
  SHOW((double)expf((float)large));
  return 0;
}
