#include <stdbool.h>
int f(bool flag, signed char c) { if (!flag) return -c; return c; }
