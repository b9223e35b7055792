#include <stdlib.h>
int *f(int x) { int *p = malloc(2 * sizeof *p); p[0] = x; p[1] = x + 1; return p; }
