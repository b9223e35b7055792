#include <stdint.h>

int f(const int *p) { return 0; }
