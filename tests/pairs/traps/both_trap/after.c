#include <stdlib.h>
int f(int x) { if (x <= -1) abort(); return x; }
