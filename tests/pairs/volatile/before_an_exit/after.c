#include <stdlib.h>
volatile int latch;
void shut(int code) {
  if (code == 3) abort();
  latch = code;
}
