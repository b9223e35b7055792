#include <stdbool.h>
int f(bool *seen, bool now, int weight) {
  if (seen) {
    if (!(!now || weight <= 0)) *seen = true;
    if (*seen) return weight;
  }
  return 0;
}
