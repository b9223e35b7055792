#include <stdlib.h>
static int compare(const void* a, const void* b) {
  int x = *static_cast<const int*>(a), y = *static_cast<const int*>(b);
  if (x == y) throw x;
  return x < y ? -1 : 1;
}
int f(int x) {
  int list[2] = {x, 3};
  try {
    qsort(list, 2, sizeof list[0], compare);
  } catch (int) {
    return -2;
  }
  return list[0];
}
