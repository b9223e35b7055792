#include <stdio.h>
struct Guard {
  int id;
  ~Guard() { printf("%d;", id); }
};
static void inner(int x) {
  if (x > 4) throw x;
  Guard g{1};
}
int f(int x) {
  Guard g{2};
  inner(x);
  return x;
}
