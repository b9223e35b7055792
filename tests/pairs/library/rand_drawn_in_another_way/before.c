#include <stdlib.h>

int f(void) {
  rand();
  return rand() & 1;
}
