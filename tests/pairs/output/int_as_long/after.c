#include <stdio.h>
void show(int x, unsigned y) { printf("%ld of %lu, %08lx\n", (long)x, (unsigned long)y, (unsigned long)y); }
