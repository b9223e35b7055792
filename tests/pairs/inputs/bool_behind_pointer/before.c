#include <stdbool.h>
int f(bool *seen, bool now, int weight) {
  if (!seen) return 0;
  *seen = *seen || (now && weight > 0);
  return *seen ? weight : 0;
}
