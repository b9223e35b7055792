#include <math.h>
double rest(int unused) {
  double above = 0.0, below = -0.0;
  return fmin(above, below);
}
