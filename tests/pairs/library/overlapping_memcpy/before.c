#include <string.h>

void f(int *v) { memmove(v, v + 1, 3 * sizeof *v); }
