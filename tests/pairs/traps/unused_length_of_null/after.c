#include <string.h>

int f(const char *s) { return 1; }
