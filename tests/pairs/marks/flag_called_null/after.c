#include <stdbool.h>

int f(bool value_is_null, int v) { return value_is_null ? -2 : v; }
