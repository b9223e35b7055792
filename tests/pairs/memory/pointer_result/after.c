#include <stdlib.h>
int *f(int x) { int *p = malloc(2 * sizeof *p); p[1] = 1 + x; p[0] = p[1] - 1; return p; }
