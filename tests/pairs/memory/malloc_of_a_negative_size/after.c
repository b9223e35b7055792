#include <stdlib.h>

int f(signed char n) { return 1; }
