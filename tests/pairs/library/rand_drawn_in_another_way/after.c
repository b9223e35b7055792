#include <stdlib.h>

int f(void) {
  for (int i = 0; i < 1; ++i) random();
  return random() % 2;
}
