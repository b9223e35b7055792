#include <math.h>
int isBelow(int unused) {
  double none = 0.0;
  return signbit(none / none) != 0;
}
