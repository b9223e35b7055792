#include <stdatomic.h>
struct p {
  int a, b;
};
_Atomic struct p g;
int f(int x, int y) {
  struct p v = {x, y};
  g = v;
  struct p w = g;
  return w.a - w.b;
}
