#include <stdlib.h>
int f(int x) { if (x > 100) exit(3); return x; }
