#include <stdlib.h>

int f(int x) { return x; }
