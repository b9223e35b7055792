#include <complex.h>
long double f(long double _Complex z, long double _Complex w) {
  z += w;
  return creall(z) - cimagl(z);
}
