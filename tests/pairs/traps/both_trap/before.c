#include <stdlib.h>
int f(int x) { if (x < 0) abort(); return x; }
