#include <stdio.h>

int f(int x) { return x; }
