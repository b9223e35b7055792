#include <stdlib.h>
struct v {
  int n;
  short d[];
};
int f(int n, short x) {
  if (n < 1 || n > 4) return -1;
  struct v* p = malloc(sizeof *p + n * sizeof(short));
  if (!p) return -2;
  p->n = n;
  for (int i = 0; i < n; i++) p->d[i] = x;
  int r = p->d[n - 1] + p->n;
  free(p);
  return r;
}
