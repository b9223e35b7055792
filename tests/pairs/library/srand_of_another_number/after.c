#include <stdlib.h>

int f(int x) {
  srand(x + 1);
  return x;
}
