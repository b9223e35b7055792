#include <stdlib.h>

int f(int x) {
  if (x == 7) rand();
  return x;
}
