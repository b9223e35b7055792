#include <stdatomic.h>
struct p {
  int a, b;
};
_Atomic struct p g;
int f(int x, int y) {
  atomic_store(&g, ((struct p){x, y}));
  struct p w = atomic_load(&g);
  return w.a - w.b;
}
