#include <map>

static int slow(int x) { return (x ^ 21) + 1; }

int twice(int a, int b) {
  static_assert(sizeof(int) == 4);
  return slow(a) + slow(b) + slow(a);
}
