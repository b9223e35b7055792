#include <math.h>
double clamped(double level) {
  if (isnan(level) || level < -1.0) return -1.0;
  return level > 0.0 ? 0.0 : level;
}
