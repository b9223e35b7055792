#include <stddef.h>
int at(const int *p, size_t n) { return p[n]; }
