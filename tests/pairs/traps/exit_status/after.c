#include <stdlib.h>
int f(int x) { if (x > 100) exit(4); return x; }
