// What was written stays written, however the run ends.
#include <stdlib.h>
volatile int latch;
void shut(int code) {
  latch = code;
  if (code == 3) abort();
}
