#include <stdio.h>
int next(void) { return getchar() == 10; }
