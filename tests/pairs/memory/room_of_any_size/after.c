#include <stdlib.h>

struct numbers {
  int *items;
  unsigned used;
  unsigned room;
};

int make(struct numbers *made, unsigned wanted) {
  made->items = malloc(wanted * sizeof *made->items);
  if (!made->items) return -1;
  made->room = wanted;
  made->used = 0;
  return 0;
}
