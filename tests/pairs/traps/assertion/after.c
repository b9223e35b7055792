#include <assert.h>
int f(int x) { assert(x != 6); return x; }
