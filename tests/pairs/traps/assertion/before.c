#include <assert.h>
int f(int x) { assert(x != 5); return x; }
