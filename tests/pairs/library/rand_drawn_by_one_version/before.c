#include <stdlib.h>

int f(int x) {
  rand();
  return x;
}
