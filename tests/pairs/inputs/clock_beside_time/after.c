#include <time.h>

long f(void) { return 1; }
