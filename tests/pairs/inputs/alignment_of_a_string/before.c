#include <stdint.h>

int f(const char *p) { return ((uintptr_t)p & 3) != 0; }
