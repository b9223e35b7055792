#include <stdint.h>

int f(const char *p) { return 0; }
