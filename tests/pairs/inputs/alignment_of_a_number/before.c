#include <stdint.h>

int f(const int *p) { return ((uintptr_t)p & 3) != 0; }
