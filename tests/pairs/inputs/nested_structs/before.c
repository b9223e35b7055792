#include <stdbool.h>
struct point { short x, y; };
struct box { struct point low, high; };
bool f(const struct box *a, const struct box *b) {
  return a->low.x <= b->high.x && b->low.x <= a->high.x && a->low.y <= b->high.y && b->low.y <= a->high.y;
}
