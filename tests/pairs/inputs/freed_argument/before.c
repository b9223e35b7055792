#include <stdlib.h>
int state;
void close_box(long *box) {
  if (!box) return;
  free(box);
  state = 3;
}
