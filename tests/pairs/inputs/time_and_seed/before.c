#include <stdlib.h>
#include <time.h>

int lottery(int tickets) {
  if (time(NULL) > 1000000000L) return -1;
  return rand() % 100 < tickets;
}
