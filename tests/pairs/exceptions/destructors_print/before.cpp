#include <stdio.h>
struct Guard {
  int id;
  ~Guard() { printf("%d;", id); }
};
static void inner(int x) {
  Guard g{1};
  if (x > 4) throw x;
}
int f(int x) {
  Guard g{2};
  inner(x);
  return x;
}
