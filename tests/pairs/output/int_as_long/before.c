#include <stdio.h>
void show(int x, unsigned y) { printf("%d of %u, %08x\n", x, y, y); }
