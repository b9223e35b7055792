#include <stdlib.h>

int f(int x) {
  srand(x);
  return x;
}
