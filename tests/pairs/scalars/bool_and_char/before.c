#include <stdbool.h>
int f(bool flag, signed char c) { return flag ? c : -c; }
