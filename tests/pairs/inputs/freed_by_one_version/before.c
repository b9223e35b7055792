#include <stdlib.h>
int take(int *p) {
  if (!p) return 0;
  int x = *p;
  free(p);
  return x;
}
