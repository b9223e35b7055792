#include <stdlib.h>
union value { char *p; long n; };
struct box { int kind; union value u; };
void clear(struct box *b) { free(b->u.p); b->u.n = 0; }
