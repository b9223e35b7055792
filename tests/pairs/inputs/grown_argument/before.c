#include <stdlib.h>
struct row { short *cells; int used; };
int append(struct row *r, short x) {
  if (!r || !r->cells) return -1;
  r->cells = realloc(r->cells, 8 * sizeof(short));
  r->cells[1] = x;
  r->used = 2;
  return 0;
}
