#include <stdlib.h>
union value { char *p; long n; };
struct box { int kind; union value u; };
void clear(struct box *b) { if (b->u.p) free(b->u.p); b->u.p = NULL; }
