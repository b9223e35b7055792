#include <stdio.h>
void show(int x, unsigned y) { printf("%d of %u.\n", x, y); }
