#include <stdbool.h>
struct point { short x, y; };
struct box { struct point low, high; };
static bool apart(short low, short high, short other_low, short other_high) { return low > other_high || other_low > high; }
bool f(const struct box *a, const struct box *b) {
  if (apart(a->low.x, a->high.x, b->low.x, b->high.x)) return false;
  return !apart(b->low.y, b->high.y, a->low.y, a->high.y);
}
